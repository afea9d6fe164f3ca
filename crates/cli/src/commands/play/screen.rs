//! Playing on a terminal: board, moves, history and reasons on one screen.

use std::io::{self, Write};
use std::time::Duration;

use grundy::core::{Block as Explained, Outcome};
use grundy::play::{Match, Player, ReviewedPosition, hints};
use grundy::render::{paint::Paint, tables};
use grundy::report::PlayWord;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, List, ListItem, ListState, Paragraph, Wrap};

use super::board;
use crate::failure::Failure;

const KEYS: &str = "↑ ↓ choose   Enter play   h hint   s show who wins   e reason   \
                    PgUp PgDn scroll it   u undo   n new game   ? help   q quit";
/// What `?` shows.
const HELP: &str = "\
↑ ↓ j k       choose a move
Enter         play it
h             a hint; again: a plainer one, and then the move
s             show who wins, and which moves win
e             the whole reason; PgUp and PgDn scroll it
u             take back your last move
n             begin again
q Esc Ctrl-C  leave; what was played stays on the terminal

Any key closes this.";
/// On a narrower terminal everything is stacked, so that moves have the whole width.
const SIDE_BY_SIDE: u16 = 100;
/// Lines that a page key scrolls the reason by.
const PAGE: usize = 5;
/// Long enough to see that somebody else moves.
const THINKING: Duration = Duration::from_millis(350);

/// Plays until the person leaves. The terminal is put back whatever happens.
pub fn run(game: Match) -> Result<(), Failure> {
    let mut terminal = ratatui::init();
    let mut screen = Screen::new(game);
    let result = screen.talk(&mut terminal);
    ratatui::restore();
    result?;
    // The screen is gone; what was played stays in the terminal.
    if !screen.game.moves().is_empty() {
        writeln!(io::stdout(), "{}", screen.game.record())?;
    }
    Ok(())
}

struct Screen {
    game: Match,
    chosen: ListState,
    hints_given: usize,
    shows_results: bool,
    shows_reason: bool,
    shows_help: bool,
    /// Lines of the reason above what is in sight.
    scrolled: usize,
    review: Vec<ReviewedPosition>,
}

impl Screen {
    fn new(game: Match) -> Screen {
        Screen {
            game,
            chosen: ListState::default().with_selected(Some(0)),
            hints_given: 0,
            shows_results: false,
            shows_reason: false,
            shows_help: false,
            scrolled: 0,
            review: Vec::new(),
        }
    }

    fn talk(&mut self, terminal: &mut ratatui::DefaultTerminal) -> Result<(), Failure> {
        self.moved()?;
        loop {
            terminal.draw(|frame| self.draw(frame))?;
            if self.game.turn() == Player::Computer && !self.game.is_over() {
                std::thread::sleep(THINKING);
                if self.game.reply()?.is_none() {
                    return Ok(());
                }
                self.moved()?;
                continue;
            }
            if let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
            {
                let is_interrupt = key.modifiers.contains(KeyModifiers::CONTROL);
                if is_interrupt && key.code == KeyCode::Char('c') || !self.press(key.code)? {
                    return Ok(());
                }
            }
        }
    }

    /// After any change of the position.
    fn moved(&mut self) -> Result<(), Failure> {
        self.review = self.game.review();
        self.hints_given = 0;
        self.scrolled = 0;
        self.chosen.select(Some(0));
        Ok(())
    }

    /// Does what the key says; false to leave.
    fn press(&mut self, key: KeyCode) -> Result<bool, Failure> {
        if std::mem::take(&mut self.shows_help) {
            return Ok(true);
        }
        match key {
            KeyCode::Char('?') => self.shows_help = true,
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Down | KeyCode::Char('j') => self.chosen.select_next(),
            KeyCode::Up | KeyCode::Char('k') => self.chosen.select_previous(),
            KeyCode::PageDown if self.shows_reason => self.scrolled += PAGE,
            KeyCode::PageUp if self.shows_reason => {
                self.scrolled = self.scrolled.saturating_sub(PAGE);
            }
            KeyCode::PageDown => self.chosen.scroll_down_by(10),
            KeyCode::PageUp => self.chosen.scroll_up_by(10),
            KeyCode::Home => self.chosen.select_first(),
            KeyCode::End => self.chosen.select_last(),
            KeyCode::Char('h') => self.hints_given += 1,
            KeyCode::Char('s') => self.shows_results = !self.shows_results,
            KeyCode::Char('e') => self.shows_reason = !self.shows_reason,
            KeyCode::Char('u') if self.game.undo()? => self.moved()?,
            KeyCode::Char('n') => {
                self.game.restart()?;
                self.moved()?;
            }
            KeyCode::Enter => self.play()?,
            _ => {}
        }
        Ok(true)
    }

    fn play(&mut self) -> Result<(), Failure> {
        let moves = &self.game.present().moves;
        let chosen = self.chosen.selected().unwrap_or(0);
        if let Some((report, _)) = moves.get(chosen.min(moves.len().saturating_sub(1))) {
            self.game.play(report.clone())?;
            self.moved()?;
        }
        Ok(())
    }

    fn draw(&mut self, frame: &mut Frame) {
        // On a narrow terminal the keys take two lines or three, and the rest has more use of the others.
        let width = usize::from(frame.area().width.max(1));
        let key_lines = tables::wrap(KEYS, width).lines().count().min(3) as u16;
        let [body, keys] = Layout::vertical([Constraint::Fill(1), Constraint::Length(key_lines)])
            .areas(frame.area());
        let pictures = self.game.present().pictures.iter();
        let drawn: Vec<String> = pictures.flat_map(board::lines).collect();
        let height = (drawn.len() as u16 + 4).min(body.height / 2).max(5);
        if body.width < SIDE_BY_SIDE {
            self.draw_stacked(frame, body, drawn, height);
        } else {
            let [left, right] =
                Layout::horizontal([Constraint::Percentage(58), Constraint::Fill(1)]).areas(body);
            let [top, bottom] =
                Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(left);
            self.draw_board(frame, top, drawn);
            self.draw_moves(frame, bottom);
            self.draw_side(frame, right);
        }
        let dim = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(
            Paragraph::new(KEYS).wrap(Wrap { trim: true }).style(dim),
            keys,
        );
        if self.shows_help {
            self.draw_help(frame);
        }
    }

    /// Board, moves, and what is known of the game below them, each as wide as the terminal.
    fn draw_stacked(&mut self, frame: &mut Frame, body: Rect, drawn: Vec<String>, height: u16) {
        let below = match self.shows_reason {
            true => body.height / 2,
            false => (body.height / 4).max(4),
        };
        let height = height.min(body.height.saturating_sub(below) / 2);
        let [top, middle, bottom] = Layout::vertical([
            Constraint::Length(height),
            Constraint::Fill(1),
            Constraint::Length(below),
        ])
        .areas(body);
        self.draw_board(frame, top, drawn);
        self.draw_moves(frame, middle);
        if self.shows_reason {
            self.draw_reason(frame, bottom);
            return;
        }
        let halves = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]);
        let [left, right] = halves.areas(bottom);
        self.draw_history(frame, left);
        self.draw_hints(frame, right);
    }

    fn draw_help(&self, frame: &mut Frame) {
        let area = frame.area();
        let (width, height) = (62.min(area.width), 13.min(area.height));
        let middle = Rect {
            x: (area.width - width) / 2,
            y: (area.height - height) / 2,
            width,
            height,
        };
        frame.render_widget(Clear, middle);
        let panel = Paragraph::new(HELP).block(Block::bordered().title(" keys "));
        frame.render_widget(panel.wrap(Wrap { trim: false }), middle);
    }

    fn draw_board(&self, frame: &mut Frame, area: Rect, drawn: Vec<String>) {
        let verdict = &self.game.present().verdict;
        let mut lines = vec![Line::from(verdict.position.clone()), Line::default()];
        lines.extend(drawn.into_iter().map(Line::from));
        let title = format!(
            " {} · {} ",
            self.status(),
            PlayWord::from(verdict.play).in_words()
        );
        let block = Block::bordered().title(title);
        frame.render_widget(Paragraph::new(Text::from(lines)).block(block), area);
    }

    fn status(&self) -> String {
        match (self.game.end(), self.game.turn(), self.game.occurrences()) {
            (Some(end), ..) => end.to_string(),
            (None, Player::You, 1) => "your move".to_owned(),
            (None, Player::You, _) => "your move; this position has occurred before".to_owned(),
            (None, Player::Computer, _) => "the computer is thinking".to_owned(),
        }
    }

    fn draw_moves(&mut self, frame: &mut Frame, area: Rect) {
        let shows = self.shows_results;
        let moves = self.game.present().moves.iter();
        let width = usize::from(area.width.saturating_sub(6)).max(8);
        let items: Vec<ListItem> = moves
            .map(|(report, outcome)| {
                let mark = if shows {
                    Span::styled(format!("{} ", letter(*outcome)), colored(*outcome))
                } else {
                    Span::raw("")
                };
                // A move that is longer than the panel goes on in the next line.
                let text = format!("{} → {}", report.text, report.to);
                let mut lines: Vec<Line> = tables::wrap(&text, width)
                    .lines()
                    .map(|line| Line::from(line.to_owned()))
                    .collect();
                if let Some(first) = lines.first_mut() {
                    first.spans.insert(0, mark);
                }
                ListItem::new(lines)
            })
            .collect();
        let title = format!(" moves ({}) ", items.len());
        let list = List::new(items)
            .block(Block::bordered().title(title))
            .highlight_symbol("› ")
            .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
        frame.render_stateful_widget(list, area, &mut self.chosen);
    }

    fn draw_side(&mut self, frame: &mut Frame, area: Rect) {
        let part = if self.shows_reason { 25 } else { 45 };
        let [top, bottom] =
            Layout::vertical([Constraint::Percentage(part), Constraint::Fill(1)]).areas(area);
        self.draw_history(frame, top);
        if self.shows_reason {
            self.draw_reason(frame, bottom);
        } else {
            self.draw_hints(frame, bottom);
        }
    }

    fn draw_history(&self, frame: &mut Frame, area: Rect) {
        let history = Paragraph::new(self.history()).block(Block::bordered().title(" history "));
        frame.render_widget(history.wrap(Wrap { trim: false }), area);
    }

    fn draw_hints(&self, frame: &mut Frame, area: Rect) {
        let hints = Block::bordered().title(" hints (h) ");
        let panel = Paragraph::new(self.hints()).block(hints);
        frame.render_widget(panel.wrap(Wrap { trim: false }), area);
    }

    /// The reason from the line scrolled to, which is never so late that a line of the panel is
    /// empty while there is text above it.
    fn draw_reason(&mut self, frame: &mut Frame, area: Rect) {
        let lines = self.reason(usize::from(area.width.saturating_sub(2)));
        let height = usize::from(area.height.saturating_sub(2));
        self.scrolled = self.scrolled.min(lines.len().saturating_sub(height));
        let last = (self.scrolled + height).min(lines.len());
        let title = if height < lines.len() {
            format!(
                " reason, lines {} to {last} of {} ",
                self.scrolled + 1,
                lines.len()
            )
        } else {
            " reason ".to_owned()
        };
        let shown = lines[self.scrolled..last].iter().cloned().map(Line::from);
        let panel = Paragraph::new(Text::from_iter(shown)).block(Block::bordered().title(title));
        frame.render_widget(panel, area);
    }

    /// A line a position; with what it is worth to the person and which moves were mistakes only when that was
    /// asked for or the game is over.
    fn history(&self) -> Text<'static> {
        let shows_worth = self.shows_results || self.game.is_over();
        let lines = self.review.iter().enumerate().map(|(index, step)| {
            let yours = match self.game.mover(index) {
                Player::You => step.outcome,
                Player::Computer => step.outcome.opposite(),
            };
            let mover = match index {
                0 => "start",
                _ => self.game.mover(index - 1).name(),
            };
            if !shows_worth {
                return Line::from(format!("{mover}: {}", step.position));
            }
            let value = step
                .value
                .as_ref()
                .map_or(String::new(), |value| format!(" = {value}"));
            let mut spans = vec![
                Span::styled(letter(yours), colored(yours)),
                Span::raw(format!(" {mover}: {}{value}", step.position)),
            ];
            if step.is_mistake {
                let better = step
                    .better
                    .as_ref()
                    .map_or("", |better| better.text.as_str());
                let style = Style::new().add_modifier(Modifier::BOLD);
                spans.push(Span::styled(format!("  mistake; better: {better}"), style));
            }
            Line::from(spans)
        });
        Text::from_iter(lines.collect::<Vec<_>>().into_iter().rev())
    }

    fn hints(&self) -> Text<'static> {
        let hints = hints(self.game.present());
        Text::from_iter(hints.into_iter().take(self.hints_given).map(Line::from))
    }

    /// The reason in lines of at most `width` characters: text between words, tables anywhere.
    fn reason(&self, width: usize) -> Vec<String> {
        let blocks = self.game.present().verdict.explanation.iter();
        let shown = blocks.map(|block| match block {
            Explained::Text(text) => tables::wrap(text, width),
            Explained::Table(table) => tables::table(&table.into(), Paint::default()),
        });
        let text = shown.collect::<Vec<_>>().join("\n");
        text.lines().flat_map(|line| cut(line, width)).collect()
    }
}

/// `line` in pieces of at most `width` characters, one of them if it is empty.
fn cut(line: &str, width: usize) -> Vec<String> {
    let marks: Vec<char> = line.chars().collect();
    if marks.is_empty() {
        vec![String::new()]
    } else {
        marks.chunks(width.max(1)).map(String::from_iter).collect()
    }
}

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "W",
        Outcome::Lose => "L",
        Outcome::Draw => "D",
    }
}

fn colored(outcome: Outcome) -> Style {
    let color = match outcome {
        Outcome::Win => Color::Red,
        Outcome::Lose => Color::Blue,
        Outcome::Draw => Color::Green,
    };
    Style::new().fg(color).add_modifier(Modifier::BOLD)
}

#[cfg(test)]
mod tests {
    use grundy::Question;
    use grundy::play::{Chance, Level, new_match};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    fn screen(position: &str) -> Screen {
        let question = Question::new([position]);
        let game = new_match(question, Level::Perfect, Chance::new(1), Player::You).unwrap();
        let mut screen = Screen::new(game);
        screen.moved().unwrap();
        screen
    }

    fn shown(screen: &mut Screen) -> String {
        let mut terminal = Terminal::new(TestBackend::new(110, 30)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_game_is_played_by_keys() {
        let mut screen = screen("nim:1,2");
        assert!(shown(&mut screen).contains("your move"));
        for key in [KeyCode::Char('s'), KeyCode::Char('h'), KeyCode::Down] {
            assert!(screen.press(key).unwrap());
        }
        let text = shown(&mut screen);
        assert!(text.contains("the player to move can win"), "{text}");
        assert!(text.contains("W take 1 from the heap of 2"), "{text}");
        screen.press(KeyCode::End).unwrap();
        screen.press(KeyCode::Enter).unwrap();
        assert_eq!(screen.game.moves().len(), 1);
        screen.press(KeyCode::Char('u')).unwrap();
        assert_eq!(screen.game.moves().len(), 0);
        assert!(!screen.press(KeyCode::Char('q')).unwrap());
    }

    #[test]
    fn a_long_reason_is_scrolled_to_its_end_and_back() {
        let mut screen = screen("nim:3,4,5 + kayles:5");
        let mut terminal = Terminal::new(TestBackend::new(110, 16)).unwrap();
        let mut shown = |screen: &mut Screen| {
            terminal.draw(|frame| screen.draw(frame)).unwrap();
            terminal.backend().to_string()
        };
        screen.press(KeyCode::Char('e')).unwrap();
        let text = shown(&mut screen);
        let inner = text.split("reason, lines 1 to ").nth(1).expect(&text);
        assert!(!inner.contains("which is lost"), "{text}");
        // Every line comes into sight on the way down, and none is cut off at the right.
        let mut seen = text;
        for _ in 0..40 {
            screen.press(KeyCode::PageDown).unwrap();
            seen += &shown(&mut screen);
        }
        // 42 % of 110 columns, without the frame.
        for line in screen.reason(44) {
            assert!(seen.contains(line.trim()), "{line}\n{seen}");
        }
        let end = screen.scrolled;
        screen.press(KeyCode::PageDown).unwrap();
        shown(&mut screen);
        assert_eq!(screen.scrolled, end);
        for _ in 0..40 {
            screen.press(KeyCode::PageUp).unwrap();
        }
        assert!(shown(&mut screen).contains("reason, lines 1 to "));
    }

    #[test]
    fn all_keys_are_named_at_eighty_columns() {
        let mut screen = screen("nim:3,4,5");
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        let text = terminal.backend().to_string();
        assert!(
            text.contains("PgUp PgDn") && text.contains("q quit"),
            "{text}"
        );
    }

    #[test]
    fn moves_can_be_told_apart_at_eighty_columns() {
        let mut screen = screen("kayles:7,5");
        let mut terminal = Terminal::new(TestBackend::new(80, 40)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        let text = terminal.backend().to_string();
        for (report, _) in screen.game.present().moves.clone() {
            assert!(text.contains(&report.text), "{}\n{text}", report.text);
        }
    }

    #[test]
    fn a_question_mark_helps_and_any_key_goes_on() {
        let mut screen = screen("nim:1,2");
        screen.press(KeyCode::Char('?')).unwrap();
        assert!(shown(&mut screen).contains("Any key closes this"));
        assert!(
            screen.press(KeyCode::Char('q')).unwrap(),
            "q closes the help only"
        );
        assert!(!shown(&mut screen).contains("Any key closes this"));
        assert!(!screen.press(KeyCode::Char('q')).unwrap());
    }

    #[test]
    fn a_small_terminal_does_no_harm() {
        let mut screen = screen("nim:3,4,5");
        let mut terminal = Terminal::new(TestBackend::new(8, 3)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
    }
}
