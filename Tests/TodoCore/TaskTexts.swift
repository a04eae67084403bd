import Support

/// Draws tasks as people write them: few verbs, many things, names, some tags and dates.
struct TaskTexts {
  private static let verbs =
    """
    buy call fix write read clean pay book plan send check review order return cancel renew print prepare discuss \
    update install measure paint repair visit ask water wash sort scan backup move draft finish schedule
    """.split(separator: " ").map(String.init)
  private static let things =
    """
    milk bread eggs invoice report tax insurance passport ticket flight hotel dentist doctor car bike tyre window door \
    lamp roof garden hedge lawn plants kitchen fridge oven router laptop phone printer keyboard server database backup \
    website domain certificate contract lease rent electricity gas heating boiler chimney birthday present cake party \
    invitation wedding anniversary school homework exam lecture thesis chapter paper slides talk agenda minutes budget \
    forecast order delivery warehouse supplier customer newsletter survey poster flyer photo album frame shelf drawer \
    cupboard mattress curtains carpet vacuum filter battery charger cable adapter camera lens tripod tent backpack \
    boots jacket shirt trousers shoes socks library book magazine subscription membership gym swimming yoga guitar \
    piano strings concert cinema theatre museum exhibition vaccine prescription glasses allergy physiotherapist bank \
    account card loan mortgage pension share visa parking fine licence inspection garage
    """.split(separator: " ").map(String.init)
  private static let names =
    "Anna Ben Carla David Eva Felix Greta Hannah Ivan Jana Karl Lena Mum Dad Nora Oskar Paula Tom Uwe Vera Zoe"
    .split(separator: " ").map(String.init)
  private static let fillers = "the for with about from and to in at before after new old next"
    .split(separator: " ").map(String.init)
  private static let tags = "+home +work +garden +trip +house +tax2026 +band @phone @shop @office @town @online @errand"
    .split(separator: " ").map(String.init)

  static func word(_ random: inout Seeded) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: random.pick(fillers)
    case 2: random.pick(names)
    case 3: random.pick(verbs)
    case 4: String(Int.random(in: 1...999, using: &random))
    default: random.pick(things)
    }
  }

  static func date(_ random: inout Seeded) -> String {
    let month = Int.random(in: 1...12, using: &random)
    let day = Int.random(in: 1...28, using: &random)
    return "2026-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  static func task(_ random: inout Seeded) -> String {
    var words = [random.pick(verbs), random.pick(things)]
    for _ in 0..<Int.random(in: 0...6, using: &random) { words.append(word(&random)) }
    for _ in 0..<Int.random(in: 0...2, using: &random) { words.append(random.pick(tags)) }
    if random.one(in: 3) { words.append("due:\(date(&random))") }
    if random.one(in: 12) { words.append("rec:1w") }
    var text = words.joined(separator: " ")
    if random.one(in: 2) { text = "\(date(&random)) \(text)" }
    if random.one(in: 4) { text = "(\(random.pick(["A", "B", "C"]))) \(text)" }
    if random.one(in: 10) { text = "x \(date(&random)) \(text)" }
    return text
  }
}
