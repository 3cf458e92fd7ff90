import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { AccessLink } from '../../routes/access/access.types.ts';
import type { ShortLinkView } from '../../routes/links/links.types.ts';
import { api } from '../data/api.ts';
import { Time } from '../parts/values/time.tsx';
import { ActSheet } from './act-sheet.tsx';
import css from './act-sheet.module.css';
import { Field } from '../parts/form/field.tsx';
import { CopyableText } from './copyable-text.tsx';
import type { SaleActionProps } from './sale-action.types.ts';

/** Sends the access e-mail again; the link of the one before ends. */
export function ResendAccessSheet({ orderId, onClose }: SaleActionProps) {
  const t = useWords();
  const [key] = useState(() => crypto.randomUUID());
  const act = async (): Promise<string> => {
    await api.post(`/access/${orderId}/email`, { body: { key } });
    return t('act.access.sent');
  };
  return (
    <ActSheet title={t('act.access.title')} label={t('act.access.do')} isReady onAct={act} onClose={onClose}>
      <p>{t('act.access.text')}</p>
    </ActSheet>
  );
}

/** A way into the course to pass on in a conversation. */
export function AccessLinkSheet({ orderId, onClose }: SaleActionProps) {
  const t = useWords();
  const [link, setLink] = useState<AccessLink | null>(null);
  const act = async (): Promise<null> => {
    setLink(await api.post<AccessLink>(`/access/${orderId}/link`));
    return null;
  };
  return (
    <ActSheet
      title={t('act.access-link.title')}
      label={t('act.access-link.do')}
      isReady={link === null}
      onAct={act}
      onClose={() => onClose(link !== null)}
    >
      <p>{t('act.access-link.text')}</p>
      {link !== null && (
        <div className={css['result']}>
          <CopyableText name={t('act.access-link.name')} value={link.url} />
          <a href={whatsAppHref(t('act.access-link.message', { url: link.url }))} target="_blank" rel="noreferrer">
            {t('act.whatsapp')}
          </a>
          <p className={css['hint']}>
            {t('act.until')} <Time at={link.expiresAt} kind="day" isFocusable />
          </p>
        </div>
      )}
    </ActSheet>
  );
}

/** A short link by which an unpaid purchase is taken up again. */
export function ShortLinkSheet({ orderId, onClose }: SaleActionProps) {
  const t = useWords();
  const [url, setUrl] = useState<string | null>(null);
  const act = async (): Promise<null> => {
    setUrl((await api.post<ShortLinkView>(`/links/${orderId}`)).url);
    return null;
  };
  return (
    <ActSheet
      title={t('act.link.title')}
      label={t('act.link.do')}
      isReady={url === null}
      onAct={act}
      onClose={() => onClose(url !== null)}
    >
      <p>{t('act.link.text')}</p>
      {url !== null && (
        <div className={css['result']}>
          <CopyableText name={t('act.link.name')} value={url} />
          <a href={whatsAppHref(t('act.link.message', { url }))} target="_blank" rel="noreferrer">
            {t('act.whatsapp')}
          </a>
        </div>
      )}
    </ActSheet>
  );
}

/** Opens WhatsApp with a message; the person chooses the conversation, so no number leaves the console. */
function whatsAppHref(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** Corrects the buyer's e-mail address at their word. */
export function CorrectEmailSheet({ orderId, onClose }: SaleActionProps) {
  const t = useWords();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const act = async (): Promise<string> => {
    const body = { email: email.trim(), reason: reason.trim() };
    const { purchases } = await api.post<{ readonly purchases: number }>(`/buyer-emails/${orderId}`, { body });
    return t(purchases === 0 ? 'act.email.same' : 'act.email.done', { count: purchases });
  };
  return (
    <ActSheet
      title={t('act.email.title')}
      label={t('act.email.do')}
      isReady={email.includes('@') && reason.trim() !== ''}
      onAct={act}
      onClose={onClose}
    >
      <Field label={t('act.email.label')} type="email" value={email} onChange={setEmail} maxLength={80} isFirst />
      <Field label={t('act.reason')} hint={t('act.ticket.hint')} value={reason} onChange={setReason} maxLength={200} />
      <ul className={css['warning']}>
        {(['old', 'links', 'others', 'school'] as const).map((one) => (
          <li key={one}>{t(`act.email.effect.${one}`)}</li>
        ))}
      </ul>
    </ActSheet>
  );
}
