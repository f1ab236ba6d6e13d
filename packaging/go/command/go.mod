module partita.test/partitatest/command

go 1.21

require partita.test/partitatest v0.0.0

replace partita.test/partitatest => ../
