import { escapeHtml, type Html, type HtmlPart, markup } from './html.ts';

/** A list of names and values; rows that are false are left out. */
export function facts(rows: readonly (readonly [string, HtmlPart] | false)[]): Html {
  return markup`<dl class="facts">
${rows.map((row) => row !== false && markup`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}
</dl>`;
}

/**
 * A table; on a narrow screen each row is a block whose cells carry their heads. Each row's cells are whole `td`s. The
 * roles are written out because browsers drop those of tables that are laid out as blocks.
 */
export function table(label: string, heads: readonly string[], rows: readonly Html[]): Html {
  return markup`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head) => markup`<th scope="col" role="columnheader">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map((cells) => markup`<tr role="row">${labelled(cells, heads)}</tr>`)}
</tbody>
</table>
</div>`;
}

/** Gives each cell of a row its head. Text of a row is escaped, so every `<td` begins a cell. */
function labelled(cells: Html, heads: readonly string[]): Html {
  let column = 0;
  const named = cells.markup.replaceAll(/<td\b/g, () => {
    const head = heads[column] ?? '';
    column += 1;
    return `<td role="cell" data-head="${escapeHtml(head)}"`;
  });
  return { markup: named };
}

/** A card's number in groups, with a button that copies its digits. */
export function cardNumber(digits: string): Html {
  const grouped =
    digits.length === 16
      ? digits.replace(/(\d{4})(?=\d)/g, '$1 ')
      : digits.replace(/^(\d{4})(\d{6})(\d+)$/, '$1 $2 $3');
  return markup`<code>${grouped}</code> <button type="button" class="quiet copy" value="${digits}" aria-label="Copiar ${grouped}" hidden>Copiar</button>`;
}

/** A status message that screen readers announce at once when it is an error. */
export function notice(kind: 'good' | 'bad' | 'note', text: string, id?: string): Html {
  const role = kind === 'bad' ? 'alert' : 'status';
  return markup`<div class="${kind}" role="${role}"${id !== undefined && markup` id="${id}"`}><p>${text}</p></div>`;
}

/** One labelled field of one line. `attributes` is inserted unchanged. */
export function field(name: string, label: string, attributes: Html): Html {
  return markup`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}></div>`;
}

/** A form of one button with hidden fields. */
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
