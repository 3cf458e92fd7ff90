import { sendMemberCode } from '#src/domain/customers/loyalty/index.server.ts';
import {
  nextStepOf,
  pointsPaths,
  openVerificationPage,
  skipPoints,
} from '../../site/loyalty/open-points-page.server.ts';
import { definePage, redirect, refuse, show } from '../../framework/page.server.ts';
import type { LiveloSelectDeviceData } from './livelo-select-device-page.tsx';

const longest = 64;

export const page = definePage<LiveloSelectDeviceData>({
  load: async (request) => {
    const visit = await openVerificationPage(request);
    if (visit.kind !== 'points') return visit;
    const { devices, device } = visit.link;
    return show<LiveloSelectDeviceData>(
      {
        devices,
        chosen: device?.id ?? (devices.length === 1 ? (devices[0]?.id ?? null) : null),
        otherCpf: request.href(pointsPaths.document),
      },
      { head: visit.head },
    );
  },

  submit: async (form, request) => {
    const visit = await openVerificationPage(request);
    if (visit.kind !== 'points') return visit;
    const skipped = await skipPoints(request, form, visit);
    if (skipped) return skipped;
    const { session, programme, link } = visit;
    const deviceId = (form['device'] ?? '').slice(0, longest);
    if (deviceId === '') return refuse({}, { device: 'livelo-select-device.missing' });
    const sent = await sendMemberCode(request.ctx, programme, session, { deviceId, ip: request.browser.ip });
    if (sent.ok) return nextStepOf(request);
    switch (sent.error) {
      case 'not-begun':
        return redirect(request.href(pointsPaths.document));
      case 'device-unknown':
        return refuse({}, { device: 'livelo-select-device.missing' });
      case 'too-soon': {
        // The code of a moment ago is still good.
        const isThere = link.challengeId !== null && link.device?.id === deviceId;
        return isThere ? nextStepOf(request) : refuse({ device: deviceId }, { form: 'livelo-select-device.too-soon' });
      }
      case 'too-many':
        return refuse({ device: deviceId }, { form: 'livelo-select-device.too-many' });
      default:
        return redirect(request.href(pointsPaths.error));
    }
  },
});
