import { type Html, type HtmlPart, markup } from './html.ts';

/** A list of names and values; rows that are false are left out. */
export function facts(rows: readonly (readonly [string, HtmlPart] | false)[]): Html {
  return markup`<dl class="facts">
${rows.map((row) => row !== false && markup`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}
</dl>`;
}

/** A table that scrolls by itself when it is too wide, also with the keyboard. Each row's cells are whole `td`s. */
export function table(label: string, heads: readonly string[], rows: readonly Html[]): Html {
  return markup`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => markup`<tr>${cells}</tr>`)}
</tbody>
</table>
</div>`;
}

/** Something that a screen reader says at once when it is an error. */
export function notice(kind: 'good' | 'bad' | 'note', text: string, id?: string): Html {
  const role = kind === 'bad' ? 'alert' : 'status';
  return markup`<div class="${kind}" role="${role}"${id !== undefined && markup` id="${id}"`}><p>${text}</p></div>`;
}

/** One labelled field of one line. `attributes` is written as it stands. */
export function field(name: string, label: string, attributes: Html): Html {
  return markup`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}></div>`;
}

/** A form of one button that sends what is hidden in it. */
export function buttonForm(
  path: string,
  hidden: Readonly<Record<string, string>>,
  label: string,
  quiet: boolean,
): Html {
  return markup`<form class="full" method="post" action="${path}">
${hiddenFields(hidden)}
<button${quiet && markup` class="quiet"`}>${label}</button>
</form>`;
}

export function hiddenFields(hidden: Readonly<Record<string, string>>): Html {
  const inputs = Object.entries(hidden).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  );
  return markup`${inputs}`;
}
