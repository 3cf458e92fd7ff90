import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { callServer } from '#src/ui/http/call-server.ts';
import { addSheets, loadParts } from './assets/load-parts.ts';
import type { FormState } from '../framework/page.ts';

/** What a page answers to a form that was sent without leaving: where to go, or itself again. */
export type FormResponse<Data> =
  | { readonly kind: 'redirect'; readonly to: string }
  /** The server could not read anything for as long as it was asked: whether the form arrived is not known. */
  | { readonly kind: 'away' }
  | {
      readonly kind: 'page';
      readonly data: Data;
      readonly form: FormState | null;
      readonly summary: SummaryView | null;
      /** Scripts of the parts that the data makes the page show. */
      readonly parts: readonly string[];
      /** Style sheets of those parts, which the document may not have. */
      readonly sheets: readonly string[];
    };

/** No pause begins later than this, in milliseconds: the form's own limit, after which its button lives again, is 60 s. */
const patience = 45_000;

/** Posts the same body again, as often as the server says that it will be back; null when it was not in time. */
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
 * Posts a form in place of the browser, so that what the page holds stays: a card in its frame, words half typed, the
 * whole page when the network fails. The server runs the very same code and only answers in JSON. Throws when no good
 * answer came within 60 s; whatever happened there, sending the same form again charges nothing twice. `onAway`: nothing can be read
 * there at the moment, and the same form is sent again by itself.
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
