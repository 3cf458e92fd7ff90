import { useId } from 'react';
import { useSearchParams } from 'react-router';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { moneyText } from '../../parts/values/money-text.ts';
import { Time } from '../../parts/values/time.tsx';
import { clockText } from '../../parts/values/time-text.ts';
import { actorName, useSale } from './sale-context.tsx';
import css from './timeline.module.css';
import { unitsOf, wordOf } from './value-text.ts';

type Event = SaleAnswer['events'][number];

/** One line of the timeline; pressed, it opens to what is stored, and the address names it. */
export function TimelineEvent({ event }: { readonly event: Event }) {
  const t = useWords();
  const answer = useSale();
  const { timeZone } = answer;
  const [search, setSearch] = useSearchParams();
  const id = useId();
  const isOpen = search.get('event') === event.id;
  const toggle = (): void =>
    setSearch(
      (before) => {
        if (isOpen) before.delete('event');
        else before.set('event', event.id);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <li className={css['event']} data-ring={event.ring}>
      <button
        type="button"
        className={css['line']}
        data-event={event.id}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <time className={css['clock']} dateTime={event.at}>
          {clockText(Date.parse(event.at), t.locale, timeZone)}
        </time>
        <span className={css['dot']} aria-hidden="true" />
        <span className={css['what']}>{eventText(event, t)}</span>
        <span className={css['who']}>{whoText(event.who, t, answer)}</span>
      </button>
      {isOpen && <Facts id={id} event={event} timeZone={timeZone} />}
    </li>
  );
}

interface FactsProps {
  readonly id: string;
  readonly event: Event;
  readonly timeZone: string;
}

function Facts({ id, event, timeZone }: FactsProps) {
  const t = useWords();
  return (
    <dl id={id} className={css['facts']}>
      <div>
        <dt>{t('sale.fact.at')}</dt>
        <dd>
          <Time at={event.at} timeZone={timeZone} isFocusable /> <code>{event.at}</code>
        </dd>
      </div>
      {Object.entries(event.facts).map(([name, value]) =>
        value === null || value === '' ? null : (
          <Fact key={name} name={name} value={String(value)} currency={String(event.facts['currency'] ?? '')} />
        ),
      )}
      {event.links.map(({ kind, id: value }) => (
        <div key={`${kind} ${value}`}>
          <dt>{t(`sale.link.${kind}`)}</dt>
          <dd>
            <CopyableId value={value} name={t(`sale.link.${kind}`)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const amounts = new Set(['amount', 'movementAmount', 'debitBalance', 'creditBalance']);

function Fact({ name, value, currency }: { readonly name: string; readonly value: string; readonly currency: string }) {
  const t = useWords();
  const key = `sale.fact.${name}`;
  return (
    <div>
      <dt>{t.has(key) ? t(key) : name}</dt>
      <dd>{amounts.has(name) ? moneyText(unitsOf(value), t.locale, currency) : value}</dd>
    </div>
  );
}

/** Who did it: a person of the staff by name, a company or endpoint by its id, or one of us by a word. */
function whoText(who: string, t: Translator, answer: SaleAnswer): string {
  const key = `sale.who.${who}`;
  return t.has(key) ? t(key) : actorName(answer, who);
}

export function eventText({ kind, facts }: Event, t: Translator): string {
  const text = (name: string): string => String(facts[name] ?? '');
  if (kind === 'subscription-moved' && text('from') === '')
    return t('sale.event.subscription-began', { to: stateText(t, text('to')) });
  // What moved nothing is named by what it was.
  if (kind === 'subscription-moved' && text('from') === text('to'))
    return t('sale.event.subscription-changed', { change: listed(t, `sale.change.${text('event')}`, text('event')) });
  if (kind === 'webhook-sent' && facts['state'] === null)
    return t('sale.event.webhook-unwanted', { webhook: wordOf(t, 'webhook', text('type')) });
  const decline = facts['decline'];
  return t(`sale.event.${kind}`, {
    ...{ amount: moneyText(unitsOf(text('amount')), t.locale), number: text('number'), reason: text('reason') },
    ...{ method: wordOf(t, 'method', text('method')), from: stateText(t, text('from')), to: stateText(t, text('to')) },
    ...{
      state: stateText(t, facts['outcome'] === 'refused' ? 'refused' : text('state')),
      gateway: text('gateway'),
      entry: ledgerText(t, text('entry')),
    },
    ...{ decline: decline === null || decline === undefined ? 'no' : wordOf(t, 'decline', String(decline)) },
    ...{ hasDecline: decline === null || decline === undefined ? 'no' : 'yes' },
    ...{ email: wordOf(t, 'email', text('email')), webhook: wordOf(t, 'webhook', text('type')) },
    ...{ action: wordOf(t, 'action', text('action')), consent: wordOf(t, 'consent', text('consent')) },
    ...{ exception: exceptionText(t, text('exception')), movement: text('movement'), endpoint: text('endpoint') },
    ...{ event: text('event'), debit: text('debit'), credit: text('credit'), cause: causeText(t, text('cause')) },
    ...{ tries: text('tries'), channel: text('channel') },
  });
}

const listed = (t: Translator, key: string, id: string): string => (t.has(key) ? t(key) : id);
const stateText = (t: Translator, id: string): string => listed(t, `sale.moved.${id}`, id);
const ledgerText = (t: Translator, id: string): string => listed(t, `sale.entry.${id}`, id);
const exceptionText = (t: Translator, id: string): string => listed(t, `sale.exception.${id}`, id);
const causeText = (t: Translator, id: string): string => listed(t, `sale.access-cause.${id}`, id);
