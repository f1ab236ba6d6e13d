//! Uses the package of the shop as a program would, on a server that the command in PARTITA serves.

mod moves;
mod reads;
mod server;
mod writes;
