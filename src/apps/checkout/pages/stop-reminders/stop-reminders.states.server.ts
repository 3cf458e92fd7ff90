import { samplePeople } from '../../gallery/sample-people.ts';
import { defineStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { showStop } from './stop-reminders.server.ts';

const emailOf = ({ visit }: GalleryRequest): string => samplePeople[visit.brand.market].email;

export const states = defineStates({
  usual: (request) => showStop(request, { isStopped: false, email: emailOf(request) }),
  stopped: (request) => showStop(request, { isStopped: true, email: emailOf(request) }),
});
