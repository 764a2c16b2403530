//! Plays crates of Rust for differential.py: it reads what to play as a line of JSON, and answers with such a line.
//! Time is virtual: sleeping moves it, and so do attempts. Its own functions stand in for those of the C library.

use std::cell::RefCell;
use std::io::BufRead;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use backoff::{Error, ExponentialBackoffBuilder};
use retry::delay::{jitter, Exponential, Fibonacci, Fixed, Range};
use retry::OperationResult;

mod json;
use json::Value;

/// The time in nanoseconds.
static NOW: AtomicU64 = AtomicU64::new(0);

fn now() -> u64 {
    NOW.load(Ordering::SeqCst)
}

#[repr(C)]
pub struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

#[no_mangle]
pub extern "C" fn clock_gettime(_clock: i32, time: *mut Timespec) -> i32 {
    let now = now();
    let text = Timespec { seconds: (now / 1_000_000_000) as i64, nanoseconds: (now % 1_000_000_000) as i64 };
    unsafe { time.write(text) };
    0
}

#[no_mangle]
pub extern "C" fn nanosleep(time: *const Timespec, _rest: *mut Timespec) -> i32 {
    let time = unsafe { time.read() };
    NOW.fetch_add(time.seconds as u64 * 1_000_000_000 + time.nanoseconds as u64, Ordering::SeqCst);
    0
}

#[no_mangle]
pub extern "C" fn clock_nanosleep(
    _clock: i32,
    _flags: i32,
    time: *const Timespec,
    rest: *mut Timespec,
) -> i32 {
    nanosleep(time, rest)
}

/// What happened, with times in nanoseconds.
#[derive(Default)]
struct Call {
    starts: Vec<u64>,
    ends: Vec<u64>,
    succeeded: bool,
}

/// What an attempt met.
enum Answer {
    Success,
    Fault(Option<Duration>),
    Fatal,
}

fn attempt(call: &RefCell<Call>, script: &[Value]) -> Answer {
    let mut call = call.borrow_mut();
    let next = &script[call.starts.len().min(script.len() - 1)];
    call.starts.push(now());
    NOW.fetch_add(next["takes"].whole(), Ordering::SeqCst);
    call.ends.push(now());
    call.succeeded = next["error"].text().is_none();
    match next["error"].text() {
        None => Answer::Success,
        Some("fatal") => Answer::Fatal,
        Some(_) => Answer::Fault(next["hint"].number().map(|hint| Duration::from_nanos(hint as u64))),
    }
}

fn play_backoff(settings: &Value, attempt: impl Fn() -> Answer) {
    let time = |name: &str| Duration::from_nanos(settings[name].whole());
    let most = settings["max_elapsed_time"].number().map(|most| Duration::from_nanos(most as u64));
    let policy = ExponentialBackoffBuilder::new()
        .with_initial_interval(time("initial_interval"))
        .with_max_interval(time("max_interval"))
        .with_multiplier(settings["multiplier"].number().unwrap_or(1.5))
        .with_randomization_factor(settings["randomization_factor"].number().unwrap_or(0.5))
        .with_max_elapsed_time(most)
        .build();
    let _ = backoff::retry(policy, || match attempt() {
        Answer::Success => Ok(()),
        Answer::Fatal => Err(Error::permanent(())),
        Answer::Fault(None) => Err(Error::transient(())),
        Answer::Fault(Some(hint)) => Err(Error::retry_after((), hint)),
    });
}

fn play_retry(settings: &Value, attempt: impl Fn() -> Answer) {
    let first = settings["from_millis"].whole();
    let delays: Box<dyn Iterator<Item = Duration>> = match settings["delay"].text() {
        Some("Fixed") => Box::new(Fixed::from_millis(first)),
        Some("Fibonacci") => Box::new(Fibonacci::from_millis(first)),
        Some("Range") => Box::new(Range::from_millis_inclusive(first, settings["maximum"].whole())),
        _ => {
            Box::new(Exponential::from_millis_with_factor(first, settings["factor"].number().unwrap_or(2.0)))
        }
    };
    let delays: Box<dyn Iterator<Item = Duration>> =
        if settings["jitter"].is_true() { Box::new(delays.map(jitter)) } else { delays };
    let count = settings["take"].number().map_or(usize::MAX, |count| count as usize);
    let _ = retry::retry(delays.take(count), || match attempt() {
        Answer::Success => OperationResult::Ok(()),
        Answer::Fatal => OperationResult::Err(()),
        Answer::Fault(_) => OperationResult::Retry(()),
    });
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let request = json::read(&line.unwrap());
        NOW.store(0, Ordering::SeqCst);
        rand::give(request["draws"].list().iter().filter_map(Value::number).collect());
        let call = RefCell::new(Call::default());
        let next = || attempt(&call, request["script"].list());
        match request["library"].text() {
            Some("backoff-rs") => play_backoff(&request["settings"], next),
            _ => play_retry(&request["settings"], next),
        }
        let call = call.into_inner();
        println!(
            "{{\"starts\": {:?}, \"ends\": {:?}, \"succeeded\": {}}}",
            call.starts, call.ends, call.succeeded
        );
    }
}
