import { Button } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '#src/apps/checkout/framework/page.ts';
import { PurchaseItem } from './purchase-item.tsx';
import { SubscriptionItem } from './subscription-item.tsx';
import type { PurchasesData } from './purchases.types.ts';
import css from './purchases.module.css';

/** A buyer's purchases at a school, with their actions. */
export function PurchasesPage({ data, form }: ViewProps<PurchasesData>) {
  const t = useWords();
  const { name, school, email, here, done, pageId, courses, purchases, subscriptions, hasOptedOut, links } = data;
  const problem = form?.errors['subscription'];
  return (
    <>
      <PageTitle
        title={t('purchases.title')}
        text={t(name ? 'purchases.text' : 'purchases.text-nameless', { name, school, email })}
      />
      <div className="stack">
        {done ? (
          <Notice
            kind={done === 'card-saved-charge-declined' ? 'alert' : 'success'}
            title={t(`purchases.done.${done}`)}
          />
        ) : null}
        {courses.length > 0 ? (
          <section>
            <h2 className={css['heading']}>{t('purchases.courses')}</h2>
            <ul className={css['list']}>
              {courses.map(({ orderId, title }) => (
                <li key={orderId}>
                  <form method="post" action={links.access} className={css['course']}>
                    <input type="hidden" name="page" value={pageId} />
                    <input type="hidden" name="order" value={orderId} />
                    <h3 className={css['title']}>{title}</h3>
                    <Button>{t('purchases.course.open')}</Button>
                  </form>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {subscriptions.length > 0 ? (
          <section>
            <h2 className={css['heading']}>{t('purchases.subscriptions')}</h2>
            <ul className={css['list']}>
              {subscriptions.map((one) => (
                <li key={one.id}>
                  <SubscriptionItem
                    subscription={one}
                    here={here}
                    problem={problem && form?.values['subscription'] === one.id ? t(problem) : null}
                  />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <section>
          <h2 className={css['heading']}>{t('purchases.orders')}</h2>
          {purchases.length === 0 ? <p>{t('purchases.none')}</p> : null}
          <ul className={css['list']}>
            {purchases.map((one) => (
              <li key={one.id}>
                <PurchaseItem purchase={one} here={here} />
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2 className={css['heading']}>{t('purchases.own')}</h2>
          <ul className={css['own']}>
            {links.address ? (
              <li>
                <a href={links.address}>{t('purchases.own.address')}</a>
              </li>
            ) : null}
            <li>
              <a href={links.data}>{t('purchases.own.data')}</a>
            </li>
            <li>
              <a href={links.help} target="_blank" rel="noopener noreferrer">
                {t('purchases.own.help')}
              </a>
            </li>
          </ul>
          {hasOptedOut ? (
            <p className="fineprint">{t('purchases.stopped')}</p>
          ) : (
            <form method="post" action={here} className={css['stop']}>
              <Button look="link" name="intent" value="stop-reminders">
                {t('purchases.stop')}
              </Button>
            </form>
          )}
        </section>
        <section>
          <h2 className={css['heading']}>{t('purchases.leave')}</h2>
          <p className="fineprint">{t('purchases.leave.text')}</p>
          <form method="post" action={here} className={css['leaving']}>
            <Button look="link" name="intent" value="leave">
              {t('purchases.leave.here')}
            </Button>
            <Button look="link" name="intent" value="leave-everywhere">
              {t('purchases.leave.everywhere')}
            </Button>
          </form>
        </section>
      </div>
    </>
  );
}
