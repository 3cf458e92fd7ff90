import { useState } from 'react';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SandboxFault, SandboxFaultTarget } from '../../../routes/sandbox/sandbox.types.ts';
import { api } from '../../data/api.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { countText } from '../../parts/values/money-text.ts';
import { StateWord } from '../../parts/values/state-word.tsx';
import css from './sandbox.module.css';
import { useChange } from './use-change.ts';

interface FaultsPartProps {
  readonly faults: readonly SandboxFault[];
  readonly targets: readonly SandboxFaultTarget[];
}

/** What goes wrong at the companies now, and a form for one more. */
export function FaultsPart({ faults, targets }: FaultsPartProps) {
  const t = useWords();
  const { isChanging, change } = useChange();
  const [target, setTarget] = useState(targets[0]?.target ?? '');
  const modes = targets.find((one) => one.target === target)?.modes ?? [];
  const [chosen, setMode] = useState('');
  const [times, setTimes] = useState('');
  const mode = modes.includes(chosen) ? chosen : (modes[0] ?? '');
  const count = Number(times);
  const add = (): void => {
    const body = { target, mode, ...(Number.isInteger(count) && count > 0 ? { times: count } : {}) };
    void change(() => api.post('/sandbox/faults', { body }), t('sandbox.faults.added'));
  };
  return (
    <section aria-label={t('sandbox.faults')}>
      <h2 className={css['title']}>{t('sandbox.faults')}</h2>
      {faults.length === 0 ? (
        <StateWord tone="ok">{t('sandbox.faults.none')}</StateWord>
      ) : (
        <DataTable
          label={t('sandbox.faults')}
          rows={faults}
          rowKey={({ target: where, mode: how }) => `${where} ${how}`}
          rowHref={() => null}
          hasKeys={false}
          columns={faultColumns(t, targets)}
        />
      )}
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label className={css['field']}>
          {t('sandbox.faults.where')}
          <select value={target} onChange={({ currentTarget }) => setTarget(currentTarget.value)}>
            {targets.map((one) => (
              <option key={one.target} value={one.target}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        <label className={css['field']}>
          {t('sandbox.faults.how')}
          <select value={mode} onChange={({ currentTarget }) => setMode(currentTarget.value)}>
            {modes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className={css['field']}>
          {t('sandbox.faults.times')}
          <input
            inputMode="numeric"
            size={6}
            value={times}
            placeholder={t('sandbox.faults.always')}
            onChange={({ currentTarget }) => setTimes(currentTarget.value)}
          />
        </label>
        <Button type="submit" isDisabled={isChanging || mode === ''}>
          {t('sandbox.faults.add')}
        </Button>
        {faults.length > 0 && (
          <Button
            isDisabled={isChanging}
            onPress={() => void change(() => api.delete('/sandbox/faults'), t('sandbox.faults.cleared'))}
          >
            {t('sandbox.faults.clear')}
          </Button>
        )}
      </form>
    </section>
  );
}

function faultColumns(t: Translator, targets: readonly SandboxFaultTarget[]): readonly Column<SandboxFault>[] {
  const titles = new Map(targets.map(({ target, title }) => [target, title]));
  return [
    {
      id: 'where',
      header: t('sandbox.faults.where'),
      cell: ({ target }) => titles.get(target) ?? target,
      isWide: true,
      narrow: 'title',
    },
    { id: 'how', header: t('sandbox.faults.how'), cell: ({ mode }) => mode, narrow: 'detail' },
    {
      id: 'left',
      header: t('sandbox.faults.times'),
      cell: ({ left }) => (left === null ? t('sandbox.faults.always') : countText(left, t.locale)),
      isEnd: true,
      narrow: 'title-end',
    },
  ];
}
