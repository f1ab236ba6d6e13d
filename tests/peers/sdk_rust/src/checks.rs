//! Runs checks, prints a line for each, and counts them.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::process::ExitCode;

use aws_sdk_dynamodb::error::SdkError;

pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

#[derive(Default)]
pub struct Checks {
    passed: u32,
    failed: u32,
}

impl Checks {
    pub async fn check(&mut self, name: &str, body: impl Future<Output = Outcome>) {
        match body.await {
            Ok(()) => {
                self.passed += 1;
                println!("ok       {name}");
            }
            Err(trouble) => {
                self.failed += 1;
                println!("FAILED   {name}: {trouble:?}");
            }
        }
    }

    pub fn sum_up(&self) -> ExitCode {
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

pub fn expect(holds: bool, otherwise: impl Display) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise.to_string().into()) }
}

pub fn expect_equal<T: PartialEq + Debug>(got: T, wanted: T) -> Outcome {
    let equal = got == wanted;
    expect(equal, format!("got {got:?} in place of {wanted:?}"))
}

/// The error with which the service refused a request.
pub fn refusal<T, E: Debug, R: Debug>(answer: Result<T, SdkError<E, R>>) -> Outcome<E> {
    match answer {
        Ok(_) => Err("the request was not refused".into()),
        Err(SdkError::ServiceError(context)) => Ok(context.into_err()),
        Err(other) => Err(format!("the request was not answered: {other:?}").into()),
    }
}
