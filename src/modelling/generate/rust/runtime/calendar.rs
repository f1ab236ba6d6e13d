//! Days, hours and texts of points in time, in UTC.

const DAY_SECONDS: i64 = 24 * 60 * 60;
const DAY_MILLIS: i64 = DAY_SECONDS * 1000;

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) year: i64,
    pub(super) month: i64,
    pub(super) day: i64,
}

impl Day {
    /// Returns the number of the day, counted from 1970. The calendar repeats after 400 years, which begin in March, so
    /// that a leap day is the last one of a year.
    pub(super) fn number(self) -> i64 {
        let year = if self.month <= 2 {
            self.year - 1
        } else {
            self.year
        };
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// Returns the day with this number.
    pub(super) fn of_number(number: i64) -> Self {
        let shifted = number + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let of_year = day_of_era - (365 * of_era + of_era / 4 - of_era / 100);
        let shifted_month = (5 * of_year + 2) / 153;
        let month = if shifted_month < 10 {
            shifted_month + 3
        } else {
            shifted_month - 9
        };
        Self {
            year: era * 400 + of_era + i64::from(month <= 2),
            month,
            day: of_year - (153 * shifted_month + 2) / 5 + 1,
        }
    }

    /// Returns the day at the beginning of a text such as 2026-01-05, or `None` if the calendar does not have it.
    pub(super) fn read(text: &str) -> Option<Self> {
        let number = |from: usize, to: usize| text.get(from..to)?.parse().ok();
        let day = Self {
            year: number(0, 4)?,
            month: number(5, 7)?,
            day: number(8, 10)?,
        };
        (Self::of_number(day.number()) == day).then_some(day)
    }
}

/// Returns a text such as 2026-01-05T10:00:00.000Z, or `None` outside of the years 0000 to 9999.
pub(super) fn time_text(millis: i64) -> Option<String> {
    let Day { year, month, day } = Day::of_number(millis.div_euclid(DAY_MILLIS));
    if !(0..=9999).contains(&year) {
        return None;
    }
    let of_day = millis.rem_euclid(DAY_MILLIS);
    let (hour, minute) = (of_day / 3_600_000, of_day / 60_000 % 60);
    let (second, milli) = (of_day / 1000 % 60, of_day % 1000);
    Some(format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z"
    ))
}

/// Returns the milliseconds since 1970 of a text of this form, or `None` if the calendar or the clock does not have it.
pub(super) fn read_time(text: &str) -> Option<i64> {
    let day = Day::read(text)?.number();
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let is_of_clock = text.len() == 24 && hour < 24 && minute < 60 && second < 60;
    is_of_clock
        .then_some(day * DAY_MILLIS + ((hour * 60 + minute) * 60 + second) * 1000 + number(20, 23)?)
}
