//! JSON as `peer.rs` needs it: without escapes in strings.

use std::ops::Index;

pub enum Value {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub fn whole(&self) -> u64 {
        self.number().unwrap_or(0.0) as u64
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn list(&self) -> &[Value] {
        match self {
            Value::List(values) => values,
            _ => &[],
        }
    }

    pub fn is_true(&self) -> bool {
        matches!(self, Value::Flag(true))
    }
}

impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        match self {
            Value::Object(members) => {
                members.iter().find(|(key, _)| key == name).map_or(&Value::Null, |(_, value)| value)
            }
            _ => &Value::Null,
        }
    }
}

pub fn read(text: &str) -> Value {
    Reader { rest: text }.value()
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Skips what stands between values, and returns the first character of the next one.
    fn next(&mut self) -> char {
        self.rest = self.rest.trim_start_matches([' ', ',', ':']);
        self.rest.chars().next().unwrap_or(' ')
    }

    fn take(&mut self, end: impl Fn(char) -> bool) -> String {
        let count = self.rest.find(end).unwrap_or(self.rest.len());
        let taken = self.rest[..count].to_string();
        self.rest = &self.rest[count..];
        taken
    }

    fn values(&mut self, end: char) -> Vec<Value> {
        self.rest = &self.rest[1..];
        let mut values = Vec::new();
        while self.next() != end {
            values.push(self.value());
        }
        self.rest = &self.rest[1..];
        values
    }

    fn value(&mut self) -> Value {
        match self.next() {
            '[' => Value::List(self.values(']')),
            '{' => {
                let mut members = Vec::new();
                let mut values = self.values('}').into_iter();
                while let (Some(Value::Text(key)), Some(value)) = (values.next(), values.next()) {
                    members.push((key, value));
                }
                Value::Object(members)
            }
            '"' => {
                self.rest = &self.rest[1..];
                let text = self.take(|character| character == '"');
                self.rest = &self.rest[1..];
                Value::Text(text)
            }
            _ => match self.take(|character| ",:]} ".contains(character)).as_str() {
                "null" => Value::Null,
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                number => Value::Number(number.parse().expect(number)),
            },
        }
    }
}
