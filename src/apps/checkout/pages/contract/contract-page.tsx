import type { DocumentBlock } from '#src/domain/documents/contracts/index.ts';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import css from './contract.module.css';

/** Blocks of the contract; null when this browser may not see one. */
export interface ContractData {
  readonly lang: string;
  readonly blocks: readonly DocumentBlock[] | null;
  /** SHA-256 of the text, as stored with the acceptance. */
  readonly hash: string;
  /** When and with which text it was accepted; null before. */
  readonly accepted: { readonly at: string; readonly label: string } | null;
  /** The contract as a file, after payment. */
  readonly pdf: string | null;
}

export function ContractPage({ data }: ViewProps<ContractData>) {
  const t = useWords();
  if (data.blocks === null) {
    return (
      <StatusPanel kind="info" title={t('contract.gone.title')}>
        <p>{t('contract.gone.text')}</p>
      </StatusPanel>
    );
  }
  return (
    <article className={css['contract']} lang={data.lang}>
      {inLists(data.blocks).map((piece, index) =>
        Array.isArray(piece) ? (
          <ul key={index}>
            {piece.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        ) : (
          <Piece key={index} block={piece} />
        ),
      )}
      <footer className={css['record']}>
        {data.accepted ? <p>{t('contract.accepted', data.accepted)}</p> : <p>{t('contract.accept')}</p>}
        <p>
          {t('contract.hash')} <code>{data.hash}</code>
        </p>
        {data.pdf ? (
          <p>
            <a href={data.pdf}>{t('contract.pdf')}</a>
          </p>
        ) : null}
      </footer>
    </article>
  );
}

function Piece({ block: { kind, text } }: { readonly block: DocumentBlock }) {
  if (kind === 'title') return <h1>{text}</h1>;
  return kind === 'heading' ? <h2>{text}</h2> : <p>{text}</p>;
}

/** Joins consecutive items into one list. */
function inLists(blocks: readonly DocumentBlock[]): (DocumentBlock | string[])[] {
  const pieces: (DocumentBlock | string[])[] = [];
  for (const block of blocks) {
    const last = pieces.at(-1);
    if (block.kind !== 'item') pieces.push(block);
    else if (Array.isArray(last)) last.push(block.text);
    else pieces.push([block.text]);
  }
  return pieces;
}
