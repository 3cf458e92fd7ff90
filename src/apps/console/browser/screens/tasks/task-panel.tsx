import { useState } from 'react';
import { Link } from 'react-router';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { TaskDetail } from '../../../routes/tasks/tasks.types.ts';
import { api } from '../../data/api.ts';
import { saleActions, SaleActionSheet, type SaleActionName } from '../../actions/sale-action.tsx';
import { problemText } from '../../actions/problem-text.ts';
import { useMe } from '../../data/me-context.tsx';
import { useKeys } from '../../keys/use-keys.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { FilterChip } from '../../parts/filters/filter-chip.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Money } from '../../parts/values/money.tsx';
import { Time } from '../../parts/values/time.tsx';
import { EndTaskSheet } from './end-task-sheet.tsx';
import { PayoutAccount } from './payout-account.tsx';
import { RequestNoteSheet } from './request-note-sheet.tsx';
import { taskCures } from './task-cures.data.ts';
import css from './tasks.module.css';

/** Which e-mail it was; other causes are ids of webhooks and endpoints. */
function causeText(t: Translator, cause: string) {
  const key = `sale.email.${cause}`;
  return t.has(key) ? <span>{t('sale.email', { kind: t(key) })}</span> : <code>{cause}</code>;
}

interface TaskPanelProps {
  readonly task: TaskDetail;
  readonly onClose: () => void;
  /** After anything that the queue shows has changed. */
  readonly onChanged: () => void;
}

/** A task beside the queue: what it is, what to look at, what to do; its owner, its cure and its end. */
export function TaskPanel({ task, onClose, onChanged }: TaskPanelProps) {
  const t = useWords();
  const [sheet, setSheet] = useState<SaleActionName | 'end' | 'note' | null>(null);
  const { permissions } = useMe();
  const { kind, id, orderId, owner, end } = task;
  const say = (promise: Promise<unknown>, said: string): void => {
    promise.then(
      () => {
        announce(said);
        onChanged();
      },
      (error: unknown) => announce(problemText(t, error), 'lost'),
    );
  };
  const give = (accountId?: string): void =>
    say(
      api.post('/tasks/assign', { body: { kind, id, ...(accountId === undefined ? {} : { accountId }) } }),
      t(accountId === undefined ? 'tasks.taken' : 'tasks.given'),
    );
  const closeSheet = (isDone: boolean): void => {
    setSheet(null);
    if (isDone) onChanged();
  };
  useKeys([
    { keys: 't', label: 'tasks.take', group: 'list', run: () => give() },
    { keys: 'd', label: 'tasks.end', group: 'list', run: () => setSheet('end') },
    { keys: 'Escape', label: 'tasks.close', group: 'list', run: onClose },
  ]);
  const steps = t(`tasks.playbook.${kind}.do`).split('\n');
  return (
    <section className={css['panel']} aria-label={t(`tasks.kind.${kind}`)} data-task={kind}>
      <header className={css['panelHead']}>
        <h2 className={css['panelTitle']}>{t(`tasks.kind.${kind}`)}</h2>
        <Button kind="plain" onPress={onClose}>
          {t('tasks.close')}
        </Button>
      </header>
      <p className={css['meta']}>
        {task.amount !== null && task.currency !== null && (
          <Money units={task.amount} currency={task.currency} isMixed />
        )}
        <Time at={task.openedAt} isFocusable />
        {orderId !== null && <Link to={`/sales/${orderId}`}>{task.orderReference ?? orderId}</Link>}
        {task.cause !== null && causeText(t, task.cause)}
        <CopyableId value={id} name={t('tasks.id')} isShort />
      </p>
      <div className={css['playbook']}>
        <div>
          <h3>{t('tasks.playbook.what')}</h3>
          <p>{t(`tasks.playbook.${kind}.what`)}</p>
        </div>
        <div>
          <h3>{t('tasks.playbook.look')}</h3>
          <p>{t(`tasks.playbook.${kind}.look`)}</p>
        </div>
        <div>
          <h3>{t('tasks.playbook.do')}</h3>
          <ol className={css['steps']}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </div>
      {task.payout !== null && <PayoutAccount payout={task.payout} />}
      <div className={css['actions']}>
        {owner?.isMe !== true && (
          <Button keyHint="t" onPress={() => give()}>
            {t('tasks.take')}
          </Button>
        )}
        {task.people.length > 1 && (
          <FilterChip
            label={
              owner === null
                ? t('tasks.give')
                : t('tasks.owned', { name: owner.isMe ? t('tasks.owner.me') : owner.name })
            }
            options={task.people.map(({ accountId, name }) => ({ value: accountId, label: name }))}
            chosen={[]}
            onChange={([accountId]) => {
              if (accountId !== undefined) give(accountId);
            }}
          />
        )}
        {orderId !== null &&
          taskCures[kind]
            .filter((name) => permissions.includes(saleActions[name].needs))
            .map((name) => (
              <Button key={name} onPress={() => setSheet(name)}>
                {t(`tasks.cure.${name}`)}
              </Button>
            ))}
        {kind === 'fiscal-note-refused' && <Button onPress={() => setSheet('note')}>{t('tasks.note.title')}</Button>}
        {kind === 'webhook-endpoint-ended' && (
          <Button onPress={() => say(api.post('/tasks/reopen-endpoint', { body: { id } }), t('tasks.reopened'))}>
            {t('tasks.reopen')}
          </Button>
        )}
        <Button kind={end === 'reason' ? 'secondary' : 'primary'} keyHint="d" onPress={() => setSheet('end')}>
          {t(`tasks.end.${end}`)}
        </Button>
      </div>
      {sheet === 'end' && <EndTaskSheet task={task} onClose={closeSheet} />}
      {sheet === 'note' && <RequestNoteSheet noteId={id} onClose={closeSheet} />}
      {sheet !== null && sheet !== 'end' && sheet !== 'note' && orderId !== null && (
        <SaleActionSheet name={sheet} orderId={orderId} onClose={closeSheet} />
      )}
    </section>
  );
}
