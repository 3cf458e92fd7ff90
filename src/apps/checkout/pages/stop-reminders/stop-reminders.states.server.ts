import { defineStates } from '../../gallery/states.contract.server.ts';
import { showStop } from './stop-reminders.server.ts';

const email = 'ana@escola.com.br';

export const states = defineStates({
  usual: (request) => showStop(request, { isStopped: false, email }),
  stopped: (request) => showStop(request, { isStopped: true, email }),
});
