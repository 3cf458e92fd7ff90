import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { callServer } from './call-server.ts';
import { loadParts } from './load-parts.ts';
import type { FormState } from './page.ts';

/** What a page answers to a form that was sent without leaving: where to go, or itself again. */
export type FormAnswer<Data> =
  | { readonly kind: 'redirect'; readonly to: string }
  | {
      readonly kind: 'page';
      readonly data: Data;
      readonly form: FormState | null;
      readonly summary: SummaryView | null;
      /** Scripts of the parts that the data makes the page show. */
      readonly parts: readonly string[];
    };

/**
 * Posts a form in place of the browser, so that what the page holds stays: a card in its frame, words half typed, the
 * whole page when the network fails. The server runs the very same code and only answers in JSON. Throws when no good
 * answer came within 60 s; whatever happened there, sending the same form again charges nothing twice.
 */
export async function sendForm<Data>(form: HTMLFormElement, submitter: HTMLElement | null): Promise<FormAnswer<Data>> {
  const fields = new FormData(form, submitter);
  const body = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === 'string') body.append(name, value);
  const answer = await callServer(location.pathname + location.search, { body });
  if (!answer.ok) throw new Error(`The form was answered with ${answer.status}`);
  const read = (await answer.json()) as FormAnswer<Data>;
  if (read.kind === 'page') await loadParts(read.parts);
  return read;
}
