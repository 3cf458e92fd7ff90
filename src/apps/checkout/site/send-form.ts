import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { callServer } from '#src/ui/http/call-server.ts';
import { addSheets, loadParts } from './assets/load-parts.ts';
import type { FormState } from '../framework/page.ts';

/** The answer to a form posted by the page's script: an address, or the page again. */
export type FormResponse<Data> =
  | { readonly kind: 'redirect'; readonly to: string }
  /** The database was unavailable for the whole time limit: whether the form was stored is unknown. */
  | { readonly kind: 'away' }
  | {
      readonly kind: 'page';
      readonly data: Data;
      readonly form: FormState | null;
      readonly summary: SummaryView | null;
      /** Scripts of the parts that the data shows. */
      readonly parts: readonly string[];
      /** Style sheets of those parts, which the document may not have. */
      readonly sheets: readonly string[];
    };

/**
 * No pause begins later than this, in milliseconds: the form's own time limit, after which its button is enabled again, is
 * 60 s.
 */
const patience = 45_000;

/** Posts the same body again after each `Retry-After`; null when the time limit is reached. */
export async function postWithRetry(
  address: string,
  body: URLSearchParams,
  onAway: () => void,
): Promise<Response | null> {
  const until = performance.now() + patience;
  for (;;) {
    const answer = await callServer(address, { body });
    const seconds = answer.status === 503 ? Number(answer.headers.get('retry-after')) : 0;
    if (!(seconds > 0)) return answer;
    onAway();
    if (performance.now() + seconds * 1000 > until) return null;
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
  }
}

/**
 * Posts a form in place of the browser, so that the page keeps its state: a card in its frame, typed values, the whole page
 * when the network fails. The server runs the same code and answers in JSON. Throws without a valid answer within 60 s;
 * sending the same form again then charges nothing twice. `onAway`: the database is unavailable, and the form is sent again
 * by itself.
 */
export async function sendForm<Data>(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  onAway: () => void = () => undefined,
): Promise<FormResponse<Data>> {
  const fields = new FormData(form, submitter);
  const body = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === 'string') body.append(name, value);
  const answer = await postWithRetry(location.pathname + location.search, body, onAway);
  if (!answer) return { kind: 'away' };
  if (!answer.ok) throw new Error(`The form was answered with ${answer.status}`);
  const read = (await answer.json()) as FormResponse<Data>;
  if (read.kind === 'page') {
    addSheets(read.sheets);
    await loadParts(read.parts);
  }
  return read;
}
