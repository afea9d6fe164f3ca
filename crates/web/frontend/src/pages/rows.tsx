// Values in rows that are one period long, so that the eye can check what the theorem says.

const MOST_ROWS = 60;

export function Rows(props: {
  /** The first values, of how many. */
  values: number[]; total: number; period: number | null; preperiod: number | null; onlyZeros: boolean; setOnlyZeros: (onlyZeros: boolean) => void;
}) {
  const { values, period, preperiod, onlyZeros, setOnlyZeros } = props;
  const width = period !== null && period <= 60 ? fill(period) : 20;
  const count = Math.min(MOST_ROWS, Math.ceil(values.length / width));
  return (
    <>
      <label class="check"><input type="checkbox" checked={onlyZeros} onChange={(event) => setOnlyZeros(event.currentTarget.checked)} />
        {' '}mark lost heaps (value 0)</label>
      <div class="scroll" tabIndex={0} role="group" aria-label="Table of values">
        <table class="values">
          <caption>{period !== null && period <= 60
            ? `Rows of ${width}${width === period ? ', the period' : `, a multiple of the period ${period}`}. Exceptions are framed.` : `Rows of ${width}.`}</caption>
          <thead><tr><th scope="col">n</th>{Array.from({ length: width }, (_, at) => <th key={at} scope="col">+{at}</th>)}</tr></thead>
          <tbody>
            {Array.from({ length: count }, (_, row) => (
              <tr key={row}>
                <th scope="row">{row * width}</th>
                {Array.from({ length: width }, (_, column) => {
                  const n = row * width + column;
                  const value = values[n];
                  if (value === undefined) return <td key={column} />;
                  const isException = period !== null && preperiod !== null && n < preperiod && values[n + period] !== undefined
                    && values[n + period] !== value;
                  return (
                    <td key={column} class={[isException && 'exception', onlyZeros && value === 0 && 'zero',
                      preperiod !== null && n >= preperiod && 'settled'].filter(Boolean).join(' ') || undefined}>{value}</td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count * width < props.total && <p class="note">The table shows the first {count * width}; the plot and the file have more.</p>}
    </>
  );
}

/** A multiple of the period that makes rows of a readable length. */
function fill(period: number): number {
  return period >= 10 ? period : period * Math.floor(20 / period);
}
