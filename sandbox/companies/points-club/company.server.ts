import type { PointsClub } from './points-club.server.ts';
import { type Book, type BookMovement, sumOf } from '../../runtime/book.ts';
import type { SandboxCompany } from '../../runtime/company.ts';
import { pointsConsumerRoutes } from './consumer-pages.routes.server.ts';
import { pointsClubRoutes } from './points-club.routes.server.ts';
import { createPointsClub } from './points-club.server.ts';

const name = 'points-club';

/** The points programme and its members. */
export const company: SandboxCompany = {
  name,
  title: 'Clube de pontos',
  links: [
    {
      group: 'happened',
      href: '/points-club/members',
      name: 'Clube de pontos',
      text: 'Quem participa e os códigos que recebeu.',
    },
  ],
  open(context) {
    const club = createPointsClub(context);
    return {
      addRoutes(app) {
        app.register(async (scope) => pointsClubRoutes(context, club)(scope), { prefix: '/points-club' });
        pointsConsumerRoutes(club)(app);
      },
      book: () => pointsBook(club),
    };
  },
};

/** Points count at the money that they paid. */
function pointsBook({ book }: PointsClub): Book {
  const all = book.redemptions();
  const currency = 'BRL';
  const movementsOf = ({ id: chargeId, movements }: (typeof all)[number]): BookMovement[] =>
    movements.map(({ id, kind, amount, at }) => ({
      company: name,
      id,
      chargeId,
      kind: kind === 'return' ? ('refund' as const) : ('capture' as const),
      amount,
      currency,
      at,
    }));
  return {
    charges: all.map((one) => {
      const { id, reference, state: status, amount, createdAt } = one;
      const moved = movementsOf(one);
      const [captured, refunded] = [sumOf(moved, 'capture'), sumOf(moved, 'refund')];
      return { company: name, id, reference, status, amount, currency, captured, refunded, disputed: 0, createdAt };
    }),
    movements: all.flatMap(movementsOf),
  };
}
