import { Link } from 'react-router';
import { exportFilters } from '#src/domain/sales/exports/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ApprovalItem } from '../../../routes/approvals/approvals.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { api } from '../../data/api.ts';
import { useMe } from '../../data/me-context.tsx';
import { exportFilterTexts } from '../../exports/export-filter-text.ts';
import { Button } from '../../parts/button.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord, type Tone } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { ActFailure } from '../../staff/act-failure.tsx';
import { roleText, scopeText } from '../../staff/role-text.ts';
import { type Act, useAct } from '../../staff/use-act.ts';
import css from './approvals.module.css';

const tones: Readonly<Record<ApprovalItem['state'], Tone>> = {
  waiting: 'waits',
  approved: 'ok',
  rejected: 'lost',
  'taken-back': 'quiet',
  expired: 'quiet',
};

/** One request: who asks for what and why, until when, and the decision of whoever may make it. */
export function Approval({ item }: { readonly item: ApprovalItem }) {
  const t = useWords();
  const act = useAct();
  const { kind, state, askedBy, reason, decidedBy } = item;
  return (
    <article className={css['item']}>
      <header className={css['head']}>
        <h3>{t(`approvals.kind.${kind}`)}</h3>
        {state !== 'waiting' && <StateWord tone={tones[state]}>{t(`approvals.state.${state}`)}</StateWord>}
        <span className={css['when']}>
          {state === 'waiting' ? t('approvals.until') : decidedBy}{' '}
          <Time at={state === 'waiting' ? item.expiresAt : item.decidedAt} isFocusable />
        </span>
      </header>
      <p className={css['what']}>
        <What item={item} />
      </p>
      <p className={css['why']}>
        {t('approvals.asked', { name: askedBy, reason })} <Time at={item.askedAt} isFocusable />
      </p>
      {state === 'waiting' && <Decision item={item} act={act} />}
      <ActFailure error={act.failure} />
    </article>
  );
}

function What({ item: { kind, refund, shown, brand } }: { readonly item: ApprovalItem }) {
  const t = useWords();
  const { brands, timeZone } = useMe();
  const nameOf = (one: string) => brandName(brands, one);
  const text = (name: string): string => (typeof shown[name] === 'string' ? shown[name] : '');
  if (refund)
    return (
      <>
        <Money units={refund.amount} currency={refund.currency} isMixed />{' '}
        <Link to={`/sales/${refund.orderId}`}>{t('approvals.sale', { order: refund.orderReference })}</Link>
        {brand !== null && ` · ${nameOf(brand)}`}
      </>
    );
  if (kind === 'grant') {
    const scope = scopeText(t, text('scope'), nameOf);
    return t('approvals.grant', { name: text('name'), email: text('email'), role: roleText(t, text('role')), scope });
  }
  if (kind === 'erasure') return t('approvals.erasure', { email: text('email') || '•••', brand: nameOf(brand ?? '') });
  const filters = exportFilters.safeParse(shown['filters']);
  const texts = filters.success ? exportFilterTexts(t, filters.data, { nameOf, timeZone }) : [];
  const list = `exports.kind.${text('list')}`;
  return (
    <>
      {t('approvals.export', {
        list: t.has(list) ? t(list) : text('list'),
        people: text('people'),
        brand: brand === null ? t('staff.scope.all') : nameOf(brand),
      })}
      {texts.length > 0 && <span className={css['filters']}>{texts.join(' · ')}</span>}
    </>
  );
}

function Decision({ item, act }: { readonly item: ApprovalItem; readonly act: Act }) {
  const t = useWords();
  const { id, refund, isOwn, mayDecide } = item;
  const isBusy = act.running !== null;
  const decide = (name: 'approve' | 'reject' | 'take-back') => {
    const path = refund ? `/refunds/waiting/${id}/${name}` : `/approvals/${id}/${name}`;
    const body = refund && name === 'approve' ? { shown: refund.amount } : {};
    const rejection = refund && name === 'reject' ? { reason: t('approvals.state.rejected') } : body;
    void act.run(name, () => api.post(path, { body: rejection }), t(`approvals.done.${name}`));
  };
  if (mayDecide)
    return (
      <div className={css['acts']}>
        <Button
          kind="primary"
          isPending={act.running === 'approve'}
          isDisabled={isBusy}
          onPress={() => decide('approve')}
        >
          {t('approvals.approve')}
        </Button>
        <Button isPending={act.running === 'reject'} isDisabled={isBusy} onPress={() => decide('reject')}>
          {t('approvals.reject')}
        </Button>
      </div>
    );
  if (!isOwn) return <p className={css['why']}>{t('approvals.waits-for-another')}</p>;
  return (
    <div className={css['acts']}>
      <Button isPending={act.running === 'take-back'} isDisabled={isBusy} onPress={() => decide('take-back')}>
        {t('approvals.take-back')}
      </Button>
    </div>
  );
}
