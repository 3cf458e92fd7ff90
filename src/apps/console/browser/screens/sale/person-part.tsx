import { useState } from 'react';
import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { RevealedBuyer } from '../../../routes/sale/sale.types.ts';
import { api } from '../../data/api.ts';
import { sendKeys } from '../../keys/mod-key.ts';
import { Button } from '../../parts/button.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import css from './form.module.css';
import { useSale } from './sale-context.tsx';
import { SidePart, SideRow } from './side-part.tsx';

/** The buyer, masked; in clear for whoever may and says why. The clear data stay on the page only. */
export function PersonPart() {
  const t = useWords();
  const { buyer, may, sale } = useSale();
  const [isAsking, setAsking] = useState(false);
  const [revealed, setRevealed] = useState<RevealedBuyer | null>(null);
  if (buyer === null)
    return (
      <SidePart title={t('sale.person')}>
        <SideRow what={t('sale.buyer.erased')} />
      </SidePart>
    );
  const rows: readonly (readonly [string, string])[] = revealed
    ? [
        [t('sale.person.name'), revealed.name],
        [t('sale.person.email'), revealed.email],
        [t('sale.person.phone'), revealed.phone],
        ...(revealed.document ? [[revealed.document.type.toUpperCase(), revealed.document.number] as const] : []),
      ]
    : [];
  return (
    <SidePart
      title={t('sale.person')}
      aside={
        may.includes('buyer.reveal') &&
        revealed === null && (
          <Button kind="plain" onPress={() => setAsking(true)}>
            {t('sale.person.reveal')}
          </Button>
        )
      }
    >
      {revealed === null ? (
        <>
          <SideRow what={t('sale.person.name')}>{buyer.name}</SideRow>
          <SideRow what={t('sale.person.email')}>{buyer.email}</SideRow>
          <SideRow what={t('sale.person.phone')}>{buyer.phone}</SideRow>
          {buyer.document !== null && <SideRow what={t('sale.person.document')}>{buyer.document}</SideRow>}
        </>
      ) : (
        rows.map(([name, value]) => (
          <SideRow key={name} what={name}>
            <CopyableId value={value} name={name} />
          </SideRow>
        ))
      )}
      <SideRow what={<Link to={`/people/${encodeURIComponent(sale.order.leadId)}`}>{t('sale.person.all')}</Link>}>
        {sale.order.seller}
      </SideRow>
      <Reveal orderId={sale.order.id} isOpen={isAsking} onClose={() => setAsking(false)} onRevealed={setRevealed} />
    </SidePart>
  );
}

interface RevealProps {
  readonly orderId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRevealed: (buyer: RevealedBuyer) => void;
}

/** Asks why the data are looked at: the reason is part of the entry in the audit log. */
function Reveal({ orderId, isOpen, onClose, onRevealed }: RevealProps) {
  const t = useWords();
  const [reason, setReason] = useState('');
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isGood = reason.trim().length >= 3;
  const send = async (): Promise<void> => {
    if (!isGood || isPending) return;
    setPending(true);
    setFailed(false);
    try {
      onRevealed(await api.post<RevealedBuyer>(`/sale/${orderId}/reveal`, { body: { reason: reason.trim() } }));
      onClose();
    } catch {
      setFailed(true);
    } finally {
      setPending(false);
    }
  };
  return (
    <Sheet
      title={t('sale.person.reveal-title')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          keyHint={sendKeys}
          isDisabled={!isGood}
          isPending={isPending}
          onPress={() => void send()}
        >
          {t('sale.person.reveal')}
        </Button>
      }
    >
      <label className={css['field']}>
        <span>{t('sale.person.reveal-reason')}</span>
        <textarea
          className={css['text']}
          value={reason}
          maxLength={500}
          rows={3}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
          }}
        />
      </label>
      <p className={css['hint']}>{t('sale.person.reveal-hint')}</p>
      {hasFailed && <p role="alert">{t('sale.failed')}</p>}
    </Sheet>
  );
}
