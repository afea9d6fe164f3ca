//! The JSON Schema of every answer, collected from the types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::*;

/// An answer that a door can give.
pub struct Answer {
    /// What `grundy schema NAME` calls it: the command, and the variant of its answer.
    pub name: &'static str,
    /// When it is given, in words.
    pub given: &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

const fn answer<T: JsonSchema>(name: &'static str, given: &'static str) -> Answer {
    Answer {
        name,
        given,
        schema: SchemaGenerator::subschema_for::<T>,
    }
}

/// Every answer, by the command that gives it.
pub const ANSWERS: &[Answer] = &[
    answer::<SolveReport>("solve", "grundy solve; POST /api/solve"),
    answer::<AnalysisReport>("analyse", "POST /api/analyse"),
    answer::<BoardReport>("board", "POST /api/board"),
    answer::<TouchReport>("touch", "POST /api/touch"),
    answer::<WalkReport>("walk", "POST /api/walk"),
    answer::<ReplyReport>("reply", "POST /api/reply"),
    answer::<ReviewReport>("review", "POST /api/review"),
    answer::<PlayReport>("play", "grundy play"),
    answer::<ValuesReport<'static>>("values", "grundy values; POST /api/values"),
    answer::<HeapTableReport>("values-table", "grundy values --heaps"),
    answer::<ElementsReport>("values-misere", "grundy values --misere"),
    answer::<StoreReport>("values-store", "grundy values --store"),
    answer::<PlotReport>("plot", "POST /api/plot"),
    answer::<PeriodReport>("period", "grundy period; POST /api/period"),
    answer::<LineReport>("line", "grundy solve --line"),
    answer::<ScoreReport>(
        "scores",
        "grundy solve, for rules with score(position, move)",
    ),
    answer::<NimberReport>("nimbers", "grundy mex, grundy xor, grundy nim-product"),
    answer::<InfoReport>("info", "grundy info"),
    answer::<SurveyReport>("survey", "grundy survey"),
    answer::<QuotientReport>("quotient", "grundy quotient; POST /api/quotient"),
    answer::<GenusReport>("quotient-genus", "grundy quotient --genus"),
    answer::<QuotientCheckReport>("quotient-check", "grundy quotient --check"),
    answer::<GraphReport<'static>>("graph", "grundy graph"),
    answer::<GraphStartReport>("graph-start", "grundy graph --start"),
    answer::<GraphVerifyReport>("graph-verify", "grundy graph --verify"),
    answer::<GraphStepsReport>("graph-steps", "POST /api/graph"),
    answer::<PursuitReport>("pursuit", "grundy pursuit; POST /api/pursuit"),
    answer::<PursuitTurnReport>("pursuit-turn", "POST /api/pursuit/turn"),
    answer::<ProofReport>("check-proof", "grundy check-proof"),
    answer::<CheckReport>("check", "grundy check"),
    answer::<GuessReport>("guess", "grundy guess"),
    answer::<GamesReport>("games", "grundy games; GET /api/games"),
    answer::<RulesReport>("rules", "POST /api/rules"),
    answer::<JudgeListReport>("judge-list", "grundy judge --list"),
    answer::<JudgeTestReport>("judge-test", "grundy judge --test"),
    answer::<ErrorReport>(
        "error",
        "every command that fails; every response that is not 200",
    ),
];

/// A generator of the schemas of what is written, with references to `path`.
fn generator(path: &'static str) -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = path.into();
    SchemaGenerator::new(settings)
}

/// The schema of all answers: each one under `$defs`, and the commands that give them.
pub fn schema() -> Value {
    let mut generator = generator("/$defs");
    let mut commands = Map::new();
    for answer in ANSWERS {
        let reference = (answer.schema)(&mut generator);
        let mut entry = reference.to_value();
        entry["description"] = json!(answer.given);
        commands.insert(answer.name.to_owned(), entry);
    }
    let references: Vec<Value> = commands
        .values()
        .map(|entry| json!({"$ref": entry["$ref"]}))
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "grundy",
        "description": "Every JSON object that grundy writes. Integers are exact, also beyond 2^53.",
        "anyOf": references,
        "$defs": generator.take_definitions(true),
        "x-answers": commands,
    })
}

/// The schema of the answer with this name in [`ANSWERS`], or of the type with this name.
///
/// # Examples
///
/// ```
/// let schema = grundy_report::schema_of("solve").unwrap();
/// assert_eq!(schema["$ref"], "#/$defs/SolveReport");
/// assert_eq!(schema["$defs"]["SolveReport"]["properties"]["moves"]["minimum"], 0);
/// ```
pub fn schema_of(name: &str) -> Option<Value> {
    let mut generator = generator("/$defs");
    let is_named = |answer: &&Answer| {
        let reference = (answer.schema)(&mut self::generator("/$defs")).to_value();
        let kind = reference["$ref"].as_str().unwrap_or_default();
        answer.name == name || kind.strip_prefix("#/$defs/") == Some(name)
    };
    let answer = ANSWERS.iter().find(is_named)?;
    let reference = (answer.schema)(&mut generator).to_value();
    Some(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": answer.name,
        "description": answer.given,
        "$ref": reference["$ref"],
        "$defs": generator.take_definitions(true),
    }))
}

/// The schemas of all answers and requests by the names of their types, with references to `path`.
///
/// An OpenAPI document has them at `/components/schemas`.
pub fn definitions(path: &'static str) -> Map<String, Value> {
    let mut answers = generator(path);
    for answer in ANSWERS {
        (answer.schema)(&mut answers);
    }
    let mut settings = SchemaSettings::draft2020_12().for_deserialize();
    settings.definitions_path = path.into();
    let mut requests = SchemaGenerator::new(settings);
    requests.subschema_for::<SolveRequest>();
    requests.subschema_for::<TouchRequest>();
    requests.subschema_for::<ReplyRequest>();
    requests.subschema_for::<ReviewRequest>();
    requests.subschema_for::<ValuesRequest>();
    requests.subschema_for::<PeriodRequest>();
    requests.subschema_for::<PlotRequest>();
    requests.subschema_for::<GraphRequestBody>();
    requests.subschema_for::<PursuitRequest>();
    requests.subschema_for::<PursuitTurnRequest>();
    requests.subschema_for::<RulesRequest>();
    requests.subschema_for::<QuotientRequest>();
    let mut all = requests.take_definitions(true);
    all.extend(answers.take_definitions(true));
    all
}
