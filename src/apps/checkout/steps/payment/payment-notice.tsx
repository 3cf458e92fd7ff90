import type { Ref } from 'react';
import { Notice } from '#src/ui/notice/notice.tsx';
import type { PaymentNotice } from './payment.types.ts';

/** What there is to say about the last try. It takes the focus when a new answer came, so that it is read out. */
export function PaymentNoticeBox({
  notice,
  ref,
}: {
  readonly notice: PaymentNotice | null;
  readonly ref: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={ref} tabIndex={-1} hidden={notice === null}>
      {notice ? (
        <Notice kind={notice.kind} title={notice.title}>
          <p>{notice.text}</p>
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
