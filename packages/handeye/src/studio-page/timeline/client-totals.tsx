import { totals } from './calls.ts';
import { countText, durationText } from './words.ts';

/** What each client has used since the start of the server. */
export function ClientTotals() {
  const all = totals.value;
  if (all.length === 0) return null;
  const hasWaited = all.some(({ waited }) => waited > 0);
  return (
    <div class="call-totals" tabIndex={0} role="region" aria-label="Totals">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Calls</th>
            <th scope="col">Failed</th>
            <th scope="col">Refused</th>
            <th scope="col">Tokens</th>
            <th scope="col">Time</th>
            {hasWaited && (
              <th scope="col" title="For answers of people, beside the time that the calls took">
                Waited
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {all.map(({ client, byPerson, calls, failed, refused, tokens, milliseconds, waited }) => (
            <tr key={`${byPerson} ${client}`}>
              <th scope="row">{byPerson ? `${client} (by hand)` : client}</th>
              <td>{calls}</td>
              <td>{failed}</td>
              <td>{refused}</td>
              <td title={`${tokens} tokens`}>{countText(tokens)}</td>
              <td>{durationText(milliseconds)}</td>
              {hasWaited && <td>{durationText(waited)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
