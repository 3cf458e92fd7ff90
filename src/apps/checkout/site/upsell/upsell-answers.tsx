import { Button } from '#src/ui/button/button.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './upsell-answers.module.css';
import type { OneClick, UpsellView } from './upsell.types.ts';

interface UpsellAnswersProps {
  readonly offer: UpsellView;
  /** Shown beside the receipt: the access button is the primary action there. */
  readonly isBeside?: boolean;
}

/** The two answers to an offer, equally easy to find, and a chat for questions. A plain form: it needs no script. */
export function UpsellAnswers({ offer, isBeside = false }: UpsellAnswersProps) {
  const t = useWords();
  const { id, oneClick } = offer;
  return (
    <>
      {oneClick ? <OneClickForm id={id} click={oneClick} look={isBeside ? 'secondary' : 'primary'} /> : null}
      <form method="post" className={css['answers']}>
        <input type="hidden" name="offer" value={id} />
        <Button look={oneClick || isBeside ? 'secondary' : 'primary'} name="upsell" value="accept">
          {oneClick ? t('upsell.other-way') : t('upsell.accept', { product: offer.product })}
        </Button>
        <Button look={isBeside ? 'quiet' : 'secondary'} name="upsell" value="decline">
          {t('upsell.decline')}
        </Button>
      </form>
      {offer.chat ? (
        <p>
          <a href={offer.chat} target="_blank" rel="noopener noreferrer">
            {t('upsell.chat')}
          </a>
        </p>
      ) : null}
      <p className="fineprint">{t('upsell.apart')}</p>
    </>
  );
}

interface OneClickFormProps {
  readonly id: string;
  readonly click: OneClick;
  readonly look: 'primary' | 'secondary';
}

/** Buys at once with the instrument that was just used; all consent texts are above the button. */
function OneClickForm({ id, click, look }: OneClickFormProps) {
  const t = useWords();
  return (
    <form method="post" className={css['answers']}>
      <input type="hidden" name="offer" value={id} />
      {click.choices.length > 1 ? (
        <SelectField
          name="installments"
          label={t('upsell.installments')}
          defaultValue={click.chosen}
          options={click.choices}
          error={null}
        />
      ) : (
        <input type="hidden" name="installments" value={click.chosen} />
      )}
      <p className="fineprint">
        {click.agree}{' '}
        <a href={click.contract} target="_blank" rel="noopener noreferrer">
          {t('upsell.contract')}
        </a>{' '}
        {t('upsell.and')}{' '}
        <a href={click.terms} target="_blank" rel="noopener noreferrer">
          {t('upsell.terms')}
        </a>
      </p>
      <Button look={look} name="upsell" value="buy">
        {click.buy}
      </Button>
    </form>
  );
}
