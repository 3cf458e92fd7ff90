import type { FastifyInstance } from 'fastify';
import { moment } from '../pages/format.ts';
import { markup } from '../pages/html.ts';
import { sendPage } from '../pages/layout.server.ts';
import { notice, table } from '../pages/parts.ts';
import { members } from '../points-club/members.ts';
import type { PointsClub } from '../points-club/points-club.server.ts';

/** The members of the points programme and their newest codes, at `/points-club/members`. */
export function pointsPersonRoutes(club: PointsClub): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/points-club/members', (_request, reply) => {
      const people = members.map(
        ({ document, name, does }) => markup`<td><code>${document}</code></td><td>${name}</td><td>${does}</td>`,
      );
      const codes = club.challenges().slice(0, 20);
      const sent = codes.map(
        ({ memberId, code, sentAt }) =>
          markup`<td>${members.find(({ id }) => id === memberId)?.name ?? ''}</td><td><code>${code}</code></td><td>${moment(sentAt)}</td>`,
      );
      const body = markup`<h1>Clube de pontos</h1>
<p class="lead">Quem participa, por CPF. Os códigos chegam também na <a href="/sandbox/inbox">caixa de entrada</a>. Nenhum ponto é gasto aqui.</p>
${table('Participantes', ['CPF', 'Nome', 'O que acontece'], people)}
<h2>Códigos enviados</h2>
${codes.length === 0 ? notice('note', 'Nenhum código foi enviado ainda.') : table('Códigos enviados', ['Para', 'Código', 'Quando'], sent)}`;
      return sendPage(reply, { title: 'Clube de pontos', house: 'sandbox', wide: true, body });
    });
  };
}
