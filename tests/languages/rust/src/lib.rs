//! The library of Rust packages, with a package as its generator shall write it.

#[path = "../../../../src/modelling/generate/rust/runtime/mod.rs"]
pub mod runtime;
