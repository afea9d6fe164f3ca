//! What a drawing of a game's graph shows, as plain data.

/// A graph to draw: vertices, and edges between them by index.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// What is said below the drawing, and read out by a screen reader.
    pub caption: String,
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// The edges. Parallel ones are drawn as one, with their number beside it.
    pub edges: Vec<(usize, usize)>,
}

/// One vertex of a drawing.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// Its number or name.
    pub label: String,
    /// How it is coloured, and its letter.
    pub class: Class,
    /// A word behind the letter: a remoteness, a value.
    pub note: String,
    /// Ellipse or box.
    pub shape: Shape,
}

impl Vertex {
    /// A round vertex without a note.
    pub fn new(label: impl Into<String>, class: Class) -> Vertex {
        Vertex {
            label: label.into(),
            class,
            note: String::new(),
            shape: Shape::Round,
        }
    }
}

/// What is known of a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Class {
    /// The player to move wins: red.
    Win,
    /// The player to move loses: blue.
    Lose,
    /// Neither can force a win: green.
    Draw,
    /// Not decided yet: grey.
    #[default]
    Open,
}

impl Class {
    /// The letter that stands beside the colour, for those who cannot tell colours.
    pub fn letter(self) -> &'static str {
        match self {
            Class::Win => "W",
            Class::Lose => "L",
            Class::Draw => "D",
            Class::Open => "",
        }
    }

    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Class::Win => "win",
            Class::Lose => "lose",
            Class::Draw => "draw",
            Class::Open => "open",
        }
    }

    /// The colour that fills the vertex.
    pub fn fill(self) -> &'static str {
        match self {
            Class::Win => "#c8322b",
            Class::Lose => "#2459b8",
            Class::Draw => "#1f7a3d",
            Class::Open => "#eceff1",
        }
    }
}

/// The shape of a vertex; in a graph with two owners it tells them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A circle or an ellipse.
    #[default]
    Round,
    /// A box.
    Box,
}

/// One step of the algorithm, in a series of drawings.
#[derive(Clone, Debug, Default)]
pub struct DrawingStep {
    /// What happens and why, in words.
    pub caption: String,
    /// The vertices that are decided: index, colour, and a note (a remoteness).
    pub decided: Vec<(usize, Class, String)>,
    /// The edges that are the reason.
    pub because: Vec<(usize, usize)>,
    /// New notes for vertices that stay open: how many moves are left to examine.
    pub open_notes: Vec<(usize, String)>,
}
