import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { TimelineRing } from '#src/domain/documents/timeline/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';
import { useNow } from '../../data/now.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { dayText } from '../../parts/values/time-text.ts';
import { useSale } from './sale-context.tsx';
import { TimelineEvent } from './timeline-event.tsx';
import css from './timeline.module.css';

type Event = SaleAnswer['events'][number];

/**
 * In the order of the keys 1 to 7. Only types come from the domain: its values would bring all rules into this chunk.
 */
const rings: readonly TimelineRing[] = ['buyer', 'company', 'books', 'staff', 'outgoing', 'access', 'documents'];

/** Days of a timeline from which on the earlier ones begin folded. */
const openDays = 3;

/** All that happened to the sale, oldest first: rings by 1 to 7, earlier and later by [ and ]. */
export function Timeline() {
  const t = useWords();
  const now = useNow();
  const { events, timeZone } = useSale();
  const [search, setSearch] = useSearchParams();
  const hidden = new Set((search.get('hide') ?? '').split(',').filter(Boolean));
  const list = useRef<HTMLDivElement>(null);
  const toggle = (ring: TimelineRing): void => {
    const next = new Set(hidden);
    if (!next.delete(ring)) next.add(ring);
    setSearch(
      (before) => {
        if (next.size === 0) before.delete('hide');
        else before.set('hide', [...next].join(','));
        return before;
      },
      { replace: true },
    );
  };
  const step = (by: 1 | -1): void => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-event]') ?? [])];
    const at = all.findIndex((one) => one === document.activeElement);
    const next = at < 0 ? (by > 0 ? all[0] : all.at(-1)) : all[at + by];
    next?.focus();
  };
  useKeys([
    ...rings.map((ring, index) => ({
      ...{ keys: String(index + 1), label: `sale.ring.${ring}`, group: 'page' as const },
      run: () => toggle(ring),
    })),
    { keys: '[', label: 'sale.event.earlier', group: 'list', run: () => step(-1) },
    { keys: ']', label: 'sale.event.later', group: 'list', run: () => step(1) },
  ]);
  const shown = events.filter(({ ring }) => !hidden.has(ring));
  const days = byDay(shown, (at) => dayText(Date.parse(at), now, t.locale, timeZone));
  return (
    <section className={css['timeline']} aria-label={t('sale.timeline')}>
      <div className={css['rings']} role="group" aria-label={t('sale.rings')}>
        {rings.map((ring, index) => (
          <button
            key={ring}
            type="button"
            className={css['ring']}
            aria-pressed={!hidden.has(ring)}
            data-ring={ring}
            onClick={() => toggle(ring)}
          >
            <kbd>{index + 1}</kbd>
            {t(`sale.ring.${ring}`)}
            <span className={css['count']}>{events.filter((one) => one.ring === ring).length}</span>
          </button>
        ))}
      </div>
      <div ref={list}>
        {shown.length === 0 && <p className={css['empty']}>{t('sale.timeline.hidden')}</p>}
        {days.map(({ day, events: ofDay }, index) => (
          <Day key={day} day={day} events={ofDay} isOpen={index >= days.length - openDays || index === 0} />
        ))}
      </div>
    </section>
  );
}

interface DayProps {
  readonly day: string;
  readonly events: readonly Event[];
  readonly isOpen: boolean;
}

function Day({ day, events, isOpen }: DayProps) {
  const [isShown, setShown] = useState(isOpen);
  const t = useWords();
  return (
    <section className={css['day']}>
      <h2>
        <button type="button" className={css['fold']} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {day}
          <span className={css['count']}>{t('sale.timeline.events', { count: events.length })}</span>
        </button>
      </h2>
      {isShown && (
        <ol>
          {events.map((event) => (
            <TimelineEvent key={event.id} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

function byDay(events: readonly Event[], dayOf: (at: string) => string): readonly Omit<DayProps, 'isOpen'>[] {
  const days: { readonly day: string; readonly events: Event[] }[] = [];
  for (const event of events) {
    const day = dayOf(event.at);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}
