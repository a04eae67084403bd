// Placeholder so that the target builds; goes with the first real file.
