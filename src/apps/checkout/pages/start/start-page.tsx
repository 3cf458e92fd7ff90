import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../web/page.ts';
import type { BrandCard, ProductCard, StartData } from './start.types.ts';
import css from './start.module.css';

/** An arrow on; see `Icon`. */
const onArrow = 'M5 12h14m-6-7 7 7-7 7';

/** Everything that can be tried: every brand, every flow, and what a link can bring along. */
export function StartPage({ data }: ViewProps<StartData>) {
  const t = useWords();
  return (
    <div className={css['start']}>
      <header>
        <h1>{t('start.title')}</h1>
        <p>{t('start.text')}</p>
      </header>
      <ul className={css['brands']}>
        {data.brands.map((brand) => (
          <BrandItem key={brand.id} brand={brand} />
        ))}
      </ul>
      <nav className={css['tools']} aria-label={t('start.tools')}>
        <a href="/api/docs">{t('start.api')}</a>
        {data.sandbox ? <a href={`${data.sandbox}/sandbox`}>{t('start.sandbox')}</a> : null}
        {data.sandbox ? <a href={`${data.sandbox}/sandbox/inbox`}>{t('start.inbox')}</a> : null}
      </nav>
    </div>
  );
}

function BrandItem({ brand }: { readonly brand: BrandCard }) {
  return (
    <li className={css['brand']}>
      <h2 className={css['name']}>
        {brand.logo ? <img src={brand.logo} width="150" height="40" alt={brand.name} /> : brand.name}
        <span>{brand.market}</span>
      </h2>
      {brand.products.map((product) => (
        <ProductItem key={product.title} product={product} />
      ))}
    </li>
  );
}

function ProductItem({ product }: { readonly product: ProductCard }) {
  const t = useWords();
  return (
    <section className={css['product']}>
      <h3>
        {product.title}
        {product.price ? <span>{product.price}</span> : null}
      </h3>
      <ul>
        {product.links.map((link) => (
          <li key={link.href}>
            <a href={link.href}>
              <span>
                <span>{t(`start.link.${link.label}`)}</span> {link.detail}
              </span>
              <Icon path={onArrow} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
