import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useMe } from '../data/me-context.tsx';
import css from './more-acts.module.css';
import type { SaleActionProps } from './sale-action.types.ts';
import { isSaleAction, saleActions, type SaleActionName, SaleActionSheet } from './sale-action.tsx';

/** Every act on a sale that the reader may do, in one menu; what cannot be done now says why in its sheet. */
export function MoreActs({ orderId, attemptId, subscriptionId }: Omit<SaleActionProps, 'onClose'>) {
  const t = useWords();
  const { permissions } = useMe();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<SaleActionName | null>(null);
  const isPossible = (name: SaleActionName): boolean => {
    if (name === 'subscription.change') return (subscriptionId ?? null) !== null;
    return name !== 'code.renew' && name !== 'attempt.check' ? true : (attemptId ?? null) !== null;
  };
  const names = Object.keys(saleActions)
    .filter(isSaleAction)
    .filter((name) => permissions.includes(saleActions[name].needs) && isPossible(name));
  if (names.length === 0) return null;
  return (
    <>
      <MenuTrigger>
        <AriaButton className={css['button'] ?? ''}>{t('act.more')}</AriaButton>
        <Popover className={css['popover'] ?? ''} placement="bottom end">
          <Menu
            className={css['menu'] ?? ''}
            aria-label={t('act.more')}
            onAction={(key) => {
              const name = String(key);
              if (isSaleAction(name)) setOpen(name);
            }}
          >
            {names.map((name) => (
              <MenuItem key={name} id={name} className={css['item'] ?? ''}>
                {t(saleActions[name].label)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {open !== null && (
        <SaleActionSheet
          name={open}
          orderId={orderId}
          {...(attemptId === undefined ? {} : { attemptId })}
          {...(subscriptionId === undefined ? {} : { subscriptionId })}
          onClose={(isDone) => {
            setOpen(null);
            if (isDone) void revalidate();
          }}
        />
      )}
    </>
  );
}
