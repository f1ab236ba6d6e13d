module partita.test/partitatest

go 1.21
