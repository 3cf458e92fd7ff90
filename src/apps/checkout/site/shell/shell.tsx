import { Icon } from '#src/ui/icon/icon.tsx';
import { createTranslator } from '#src/ui/words/translator.ts';
import '#src/ui/base.css';
import { type ShellProps, slots } from './shell-props.ts';
import cookiesCss from './cookies-notice.module.css';
import css from './shell.module.css';
import columnCss from './summary-column.module.css';

/** An arrow back; see `Icon`. */
const backArrow = 'M19 12H5m6-7-7 7 7 7';

export function Shell(props: ShellProps) {
  const t = createTranslator(props.locale, props.words);
  const hasHeader = props.logo !== null || props.seller !== null;
  const showsPanel = props.hasPanel && !props.isPhone;
  const classes = `${css['shell']} ${props.hasPanel ? css['card'] : ''} ${showsPanel ? css['split'] : ''} ${props.formWidth === 485 ? css['roomy'] : ''}`;
  return (
    <>
      <a className={`visually-hidden ${css['skip']}`} href="#main">
        {t('shell.skip')}
      </a>
      <div className={classes}>
        {hasHeader ? (
          <Header {...props} attended={props.seller ? t('shell.seller', { name: props.seller.name }) : ''} />
        ) : (
          // Keeps the header's row; a band of its height would look like a logo that failed to load.
          <div />
        )}
        {showsPanel ? (
          <div className={css['left']}>
            <div className={columnCss['stay']}>
              <aside className={columnCss['panel']} id="summary-wide" aria-label={t('summary.heading')}>
                {slots.wide}
              </aside>
              {props.scene ? <img {...props.scene} className={columnCss['scene']} loading="lazy" alt="" /> : null}
              {!props.scene && props.includes.length > 0 ? (
                <section aria-labelledby="includes-heading">
                  <h2 id="includes-heading">{t('shell.includes')}</h2>
                  <ul className={columnCss['includes']}>
                    {props.includes.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </section>
              ) : null}
            </div>
          </div>
        ) : null}
        <main className={css['main']} id="main">
          {props.back ? (
            <a className={css['back']} href={props.back}>
              <Icon path={backArrow} />
              {t('shell.back')}
            </a>
          ) : null}
          {props.inApp === null ? null : (
            <p className={`${css['root']} ${css['inapp']}`}>
              <strong>{t('in-app.title', { app: props.inApp.name })}</strong>{' '}
              {t(props.inApp.way === null ? 'in-app.text' : 'in-app.why')}{' '}
              {props.inApp.way === null ? null : <a href={props.inApp.way}>{t('in-app.way')}</a>}
            </p>
          )}
          {props.hasPanel ? (
            <div className={css['narrow']} id="summary-narrow">
              {slots.narrow}
            </div>
          ) : (
            slots.narrow
          )}
          <div id="root" className={css['root']}>
            {slots.root}
          </div>
        </main>
        <Footer links={props.links} merchant={props.merchant} t={t} />
      </div>
      <CookiesNotice here={props.here} t={t} />
    </>
  );
}

type Words = ReturnType<typeof createTranslator>;

function Header({ logo, brandName, seller, attended }: ShellProps & { readonly attended: string }) {
  return (
    <header className={css['header']}>
      {logo ? (
        <picture>
          {logo.print ? <source media="print" srcSet={logo.print} /> : null}
          <img className={css['logo']} src={logo.src} width={logo.width} height={logo.height} alt={brandName} />
        </picture>
      ) : null}
      {seller ? <p className={seller.look === 'banner' ? css['sellerbanner'] : css['seller']}>{attended}</p> : null}
    </header>
  );
}

function Footer({ links, merchant, t }: Pick<ShellProps, 'links' | 'merchant'> & { readonly t: Words }) {
  const shown = [
    { href: links.terms, label: t('shell.terms') },
    { href: links.politics, label: t('shell.politics') },
    { href: links.faq, label: t('shell.faq') },
    { href: links.complaintsBook, label: t('shell.complaints-book') },
  ];
  return (
    <footer className={css['footer']}>
      <p className={css['secure']}>
        <Icon name="lock" />
        {t('shell.secure')}
      </p>
      {merchant ? (
        <p className={css['merchant']}>
          <span>
            {merchant.name} · {merchant.taxId}
          </span>{' '}
          <span>
            {merchant.address} · <a href={`mailto:${merchant.email}`}>{merchant.email}</a>
            {merchant.phone === null ? null : ` · ${merchant.phone}`}
          </span>
        </p>
      ) : null}
      <nav aria-label={t('shell.legal')}>
        {links.consent ? <a href={links.consent}>{t('shell.consent')}</a> : null}
        {shown.map(({ href, label }) =>
          href ? (
            <a key={label} href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          ) : null,
        )}
      </nav>
    </footer>
  );
}

/** Hidden until a script finds cookies disabled (`html[data-cookies=off]`); then it replaces the page. */
export function CookiesNotice({ here, t }: { readonly here: string; readonly t: Words }) {
  return (
    <main className={cookiesCss['cookies']}>
      <div role="alertdialog" aria-labelledby="cookies-title" aria-describedby="cookies-text">
        <h1 id="cookies-title">{t('cookies.title')}</h1>
        <p id="cookies-text">{t('cookies.text')}</p>
        <a href={here}>{t('cookies.retry')}</a>
      </div>
    </main>
  );
}
