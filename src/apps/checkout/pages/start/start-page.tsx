import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import type { BrandRow, Choice, Filter, StartData, TaskCard } from './start.types.ts';
import css from './start.module.css';

/** The test environment's entry: first tasks, then every brand with its flows. */
export function StartPage({ data }: ViewProps<StartData>) {
  const t = useWords();
  const [typed, setTyped] = useState('');
  const wanted = plain(typed).split(/\s+/);
  const found = data.brands.filter((brand) => matches(textOf(brand), wanted));
  return (
    <div className={css['start']}>
      <nav className={css['tools']} aria-label={t('start.tools')}>
        {data.tools.map(({ name, href }) => (
          <a key={name} href={href}>
            {t(`start.tool.${name}`)}
          </a>
        ))}
      </nav>
      <header>
        <h1>{t('start.title')}</h1>
        <p>{t('start.text')}</p>
      </header>
      <section aria-labelledby="tasks">
        <h2 id="tasks">{t('start.tasks')}</h2>
        <ul className={css['tasks']}>
          {data.tasks.map((task) => (
            <TaskItem key={task.id} task={task} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="brands">
        <div className={css['bar']}>
          <h2 id="brands">{t('start.brands')}</h2>
          <input
            type="search"
            aria-label={t('start.search')}
            placeholder={t('start.search')}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Filters filters={data.filters} />
        <ul className={css['brands']}>
          {found.map((brand) => (
            <BrandItem key={brand.id} brand={brand} wanted={wanted} />
          ))}
        </ul>
        <p role="status" className={css['none']}>
          {found.length === 0 ? t('start.none') : ''}
        </p>
      </section>
    </div>
  );
}

function TaskItem({ task: { id, brand, href } }: { readonly task: TaskCard }) {
  const t = useWords();
  return (
    <li>
      <a href={href}>
        <strong>{t(`start.task.${id}`)}</strong>
        <span>{t(`start.task.${id}.text`)}</span>
        <small>{brand}</small>
      </a>
    </li>
  );
}

/** A GET form: the server filters, so that it works without a script. */
function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const t = useWords();
  return (
    <form role="search" aria-label={t('start.filters')} action="/" className={css['filters']}>
      {filters.map(({ name, value, choices }) => (
        <label key={name}>
          {t(`start.filter.${name}`)}
          <select name={name} defaultValue={value}>
            <option value="">{t('start.filter.all')}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.name}
              </option>
            ))}
          </select>
        </label>
      ))}
      <span className={css['open']}>
        <button>{t('start.filter.apply')}</button>
        {filters.some(({ value }) => value !== '') ? <a href="/">{t('start.filter.clear')}</a> : null}
      </span>
    </form>
  );
}

/** A GET form, so that it opens the flow without a script. */
function BrandItem({ brand, wanted }: { readonly brand: BrandRow; readonly wanted: readonly string[] }) {
  const t = useWords();
  const { name, market, logo, price, products, flows, flow, language, seller, voucher } = brand;
  const [only] = products;
  return (
    <li>
      <form action="/" aria-label={`${name}, ${market}`}>
        {language ? <input type="hidden" name="lang" value={language} /> : null}
        <b className={css['name']}>
          {logo ? <img src={logo} width="110" height="28" alt="" loading="lazy" /> : null}
          <span>{name}</span>
        </b>
        <span className={css['price']}>
          {market} <span>{products.length > 1 && price ? t('start.from', { price }) : price}</span>
        </span>
        {products.length > 1 ? (
          <Select name="product" label={t('start.product')} choices={products} wanted={wanted} />
        ) : (
          <span className={css['product']}>
            {only ? <input type="hidden" name="product" value={only.value} /> : null}
            {only?.name}
          </span>
        )}
        <Select name="flowId" label={t('start.flow')} choices={flows} wanted={wanted} chosen={flow} />
        <span className={css['toggles']}>
          {seller ? <Toggle name="seller" value={seller.code} title={seller.name} /> : null}
          {voucher ? <Toggle name="voucher" value={voucher} title={voucher} /> : null}
          <Toggle name="staging" value="1" />
        </span>
        <span className={css['open']}>
          <button>{t('start.open')}</button>
          <button formAction="/samples" className={css['quiet']}>
            {t('start.samples')}
          </button>
        </span>
      </form>
    </li>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly wanted: readonly string[];
  /** A select of a filter. */
  readonly chosen?: string | null;
}

/** Search text or filter option of the address, selected on load. */
function Select({ name, label, choices, wanted, chosen = null }: SelectProps) {
  const meant =
    choices.find(({ name: text }) => wanted.some((word) => word !== '' && matches(text, [word])))?.value ??
    chosen ??
    undefined;
  return (
    <select key={meant} name={name} aria-label={label} defaultValue={meant}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.name}
        </option>
      ))}
    </select>
  );
}

interface ToggleProps {
  readonly name: 'seller' | 'voucher' | 'staging';
  readonly value: string;
  /** The seller or voucher of a select. */
  readonly title?: string;
}

function Toggle({ name, value, title }: ToggleProps) {
  const t = useWords();
  return (
    <label title={title}>
      <input type="checkbox" name={name} value={value} /> {t(`start.with.${name}`)}
    </label>
  );
}

function textOf({ name, market, products, flows }: BrandRow): string {
  return [name, market, ...products.map((one) => one.name), ...flows.map((one) => one.name)].join(' ');
}

function matches(text: string, wanted: readonly string[]): boolean {
  const searched = plain(text);
  return wanted.every((word) => searched.includes(word));
}

/** Without accents and capitals, for the search. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
