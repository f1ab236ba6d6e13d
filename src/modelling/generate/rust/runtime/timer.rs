//! Waits without a runtime, for clients of the SDK that have no timer. Waits are rare, so that a thread for each of them
//! does no harm.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::thread;
use std::time::Duration;

#[derive(Default)]
struct State {
    is_over: bool,
    waker: Option<Waker>,
}

/// Returns after the delay.
pub(super) async fn wait(delay: Duration) {
    let state = Arc::new(Mutex::new(State::default()));
    let of_thread = Arc::clone(&state);
    thread::spawn(move || {
        thread::sleep(delay);
        let mut state = of_thread.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_over = true;
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    });
    poll_fn(|context| {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_over {
            return Poll::Ready(());
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    })
    .await;
}
