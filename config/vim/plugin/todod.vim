" todod in vim: a todo.txt that todod serves is read again when it changed, and its tasks are snoozed, done and
" due from the buffer, by todoctl.
"
" To use it, in ~/.vimrc (the path is where systemd/install put it):
"   set runtimepath+=~/.local/share/todod/vim
" or copy plugin/todod.vim into ~/.vim/plugin. It runs in Vim 8.2 and later and in Neovim.
"
" It is on in buffers of the file that todod serves, whatever its name. There the buffer is read again
" (autoread, checktime) when vim gets the focus, when the cursor rests, and after each command:
"   :[range]TodoDone              completes the tasks of the lines      <LocalLeader>x
"   :[range]TodoUndone            opens them again
"   :[range]TodoSnooze [when]     10min, 3h, tonight, fri 9am           <LocalLeader>s  (asks when)
"   :[range]TodoDismiss           ends their reminders
"   :[range]TodoDue date [time]   tomorrow, fri 9am, none               <LocalLeader>d  (asks for the date)
"   :[range]TodoPri letter        A to Z, high, medium, low
"   :TodoWhy                      when the task of this line rings      <LocalLeader>w
"   :TodoUndo                     takes back the newest change made through todod
" Changes of the buffer are written first: todod merges them with what else happened. A line that is not the one in
" the file is refused, never guessed.
"
" Settings: g:todod_todoctl (the program, 'todoctl'), g:todod_no_mappings (1: no mappings).

if exists('g:loaded_todod') || &compatible
  finish
endif
let g:loaded_todod = 1

" Runs todoctl; gives its output and whether it went well.
function! s:Run(words) abort
  let l:program = get(g:, 'todod_todoctl', 'todoctl')
  let l:command = join(map([l:program] + a:words, 'shellescape(v:val)'))
  let l:output = system(l:command . ' 2>&1')
  return [substitute(l:output, '\n\+$', '', ''), v:shell_error == 0]
endfunction

" Says something in one line, so that vim asks for no key.
function! s:Say(text, went) abort
  redraw
  let l:line = strcharpart(substitute(a:text, '\n', '; ', 'g'), 0, max([get(v:, 'echospace', &columns - 20), 20]))
  if a:went
    echo l:line
  else
    echohl ErrorMsg
    echomsg l:line
    echohl None
  endif
endfunction

function! s:Complain(text) abort
  call s:Say(a:text, 0)
endfunction

" The file that todod serves, without links; empty where it does not run.
function! s:Served() abort
  let [l:output, l:went] = s:Run(['status', '--json'])
  if !l:went
    return ''
  endif
  try
    return resolve(get(json_decode(l:output), 'file', ''))
  catch
    return ''
  endtry
endfunction

" The ids of the tasks of some lines, each checked to be the line in the file; empty after a complaint.
function! s:Tasks(first, last) abort
  if &modified
    silent update
  endif
  let l:numbers = filter(range(a:first, a:last), 'getline(v:val) =~# "\\S"')
  if empty(l:numbers)
    call s:Complain('todod: there is no task in this line')
    return []
  endif
  let [l:output, l:went] = s:Run(['show', '--json'] + map(copy(l:numbers), '":" . v:val'))
  if !l:went
    call s:Complain(l:output)
    return []
  endif
  let l:tasks = {}
  for l:task in json_decode(l:output)
    let l:tasks[l:task.line_number] = l:task
  endfor
  let l:ids = []
  for l:number in l:numbers
    if !has_key(l:tasks, l:number) || l:tasks[l:number].line !=# getline(l:number)
      checktime
      call s:Complain('todod: line ' . l:number . ' has changed meanwhile: look again')
      return []
    endif
    call add(l:ids, string(l:tasks[l:number].id))
  endfor
  return l:ids
endfunction

function! s:Change(first, last, verb, ...) abort
  let l:ids = s:Tasks(a:first, a:last)
  if empty(l:ids)
    return
  endif
  let l:more = filter(copy(a:000), 'v:val !=# ""')
  let [l:output, l:went] = s:Run([a:verb, '--yes', '--dates', 'long'] + l:ids + l:more)
  checktime
  call s:Say(l:output, l:went)
endfunction

function! s:Why() abort
  let l:ids = s:Tasks(line('.'), line('.'))
  if !empty(l:ids)
    echo s:Run(['why'] + l:ids)[0]
  endif
endfunction

function! s:Undo() abort
  let [l:output, l:went] = s:Run(['undo'])
  checktime
  call s:Say(l:output, l:went)
endfunction

function! s:Ask(verb, question) range abort
  let l:words = input(a:question)
  redraw
  if l:words !=# ''
    call call('s:Change', [a:firstline, a:lastline, a:verb] + split(l:words))
  endif
endfunction

" Only what may be todod's file is asked about: a text file by its name.
function! s:Enter() abort
  if exists('b:todod') || &buftype !=# '' || expand('%:e') !=# 'txt'
    return
  endif
  let l:served = s:Served()
  if l:served ==# '' || resolve(expand('%:p')) !=# l:served
    return
  endif
  let b:todod = 1
  setlocal autoread
  augroup todod_buffer
    autocmd! * <buffer>
    autocmd FocusGained,BufEnter,CursorHold,CursorHoldI <buffer> if mode() !=# 'c' | checktime % | endif
  augroup END
  command! -buffer -range TodoDone call s:Change(<line1>, <line2>, 'done')
  command! -buffer -range TodoUndone call s:Change(<line1>, <line2>, 'undone')
  command! -buffer -range -nargs=* TodoSnooze call s:Change(<line1>, <line2>, 'snooze', <f-args>)
  command! -buffer -range TodoDismiss call s:Change(<line1>, <line2>, 'dismiss')
  command! -buffer -range -nargs=+ TodoDue call s:Change(<line1>, <line2>, 'due', <f-args>)
  command! -buffer -range -nargs=1 TodoPri call s:Change(<line1>, <line2>, 'pri', <f-args>)
  command! -buffer TodoWhy call s:Why()
  command! -buffer TodoUndo call s:Undo()
  if get(g:, 'todod_no_mappings', 0)
    return
  endif
  noremap <buffer> <silent> <LocalLeader>x :TodoDone<CR>
  noremap <buffer> <silent> <LocalLeader>s :call <SID>Ask('snooze', 'Snooze until or for (10min): ')<CR>
  noremap <buffer> <silent> <LocalLeader>d :call <SID>Ask('due', 'Due: ')<CR>
  nnoremap <buffer> <silent> <LocalLeader>w :TodoWhy<CR>
endfunction

augroup todod
  autocmd!
  autocmd BufReadPost,BufNewFile,BufEnter *.txt call s:Enter()
augroup END
