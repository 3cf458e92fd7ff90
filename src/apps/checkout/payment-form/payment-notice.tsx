import type { Ref } from 'react';
import { Notice } from '#src/ui/notice/notice.tsx';
import type { PaymentNotice } from './payment.types.ts';

/** What there is to say about the last try. It takes the focus when a new answer came, so that it is read out. */
export function PaymentNoticeBox({
  notice,
  brief,
  ref,
}: {
  readonly notice: PaymentNotice | null;
  /** Said in place of a refusal once another way was chosen. */
  readonly brief: string | null;
  readonly ref: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={ref} tabIndex={-1} hidden={notice === null}>
      {notice?.kind === 'error' && brief !== null ? (
        <Notice kind="info">
          <p>{brief}</p>
        </Notice>
      ) : notice ? (
        <Notice kind={notice.kind} title={notice.title}>
          {notice.text === '' ? null : <p>{notice.text}</p>}
          {notice.small ? <p className="fineprint">{notice.small}</p> : null}
          {notice.link ? (
            <p>
              <a href={notice.link.href}>{notice.link.label}</a>
            </p>
          ) : null}
        </Notice>
      ) : null}
    </div>
  );
}
