//! Stands in for the crate `rand`: its draws are given.

use std::cell::RefCell;
use std::collections::VecDeque;

thread_local! {
    static DRAWS: RefCell<VecDeque<f64>> = RefCell::default();
}

/// Gives the next draws, each from zero to below one.
pub fn give(draws: Vec<f64>) {
    DRAWS.with(|given| *given.borrow_mut() = draws.into());
}

fn draw() -> f64 {
    DRAWS.with(|given| given.borrow_mut().pop_front().expect("a draw"))
}

pub fn random<T: From<f64>>() -> T {
    draw().into()
}

pub fn thread_rng() -> rngs::ThreadRng {
    rngs::ThreadRng
}

pub mod rngs {
    #[derive(Debug)]
    pub struct ThreadRng;
}

pub mod distributions {
    pub trait Distribution<T> {
        fn sample<R>(&self, chance: &mut R) -> T;
    }

    #[derive(Debug)]
    pub struct Uniform<T> {
        low: T,
        count: T,
    }

    impl Uniform<u64> {
        pub fn new(low: u64, high: u64) -> Self {
            Uniform { low, count: high - low }
        }

        pub fn new_inclusive(low: u64, high: u64) -> Self {
            Uniform::new(low, high + 1)
        }
    }

    impl Distribution<u64> for Uniform<u64> {
        fn sample<R>(&self, _chance: &mut R) -> u64 {
            self.low + (super::draw() * self.count as f64) as u64
        }
    }
}
