// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { stories as stepStoriesCustomOffer } from './steps/custom-offer/custom-offer.stories.server.ts';
import { stories as stepStoriesInvoicePayment } from './steps/invoice-payment/invoice-payment.stories.server.ts';
import { stories as stepStoriesLead } from './steps/lead/lead.stories.server.ts';
import { stories as stepStoriesLiveloCode } from './steps/livelo-code/livelo-code.stories.server.ts';
import { stories as stepStoriesLiveloCpf } from './steps/livelo-cpf/livelo-cpf.stories.server.ts';
import { stories as stepStoriesLiveloError } from './steps/livelo-error/livelo-error.stories.server.ts';
import { stories as stepStoriesLiveloPayment } from './steps/livelo-payment/livelo-payment.stories.server.ts';
import { stories as stepStoriesLiveloPaymentMethod } from './steps/livelo-payment-method/livelo-payment-method.stories.server.ts';
import { stories as stepStoriesLiveloSelectDevice } from './steps/livelo-select-device/livelo-select-device.stories.server.ts';
import { stories as stepStoriesMd } from './steps/md/md.stories.server.ts';
import { stories as stepStoriesMultiprofilePresentation } from './steps/multiprofile-presentation/multiprofile-presentation.stories.server.ts';
import { stories as stepStoriesMultiprofileUpsellPresentation } from './steps/multiprofile-upsell-presentation/multiprofile-upsell-presentation.stories.server.ts';
import { stories as stepStoriesOrderBumpPresentation } from './steps/order-bump-presentation/order-bump-presentation.stories.server.ts';
import { stories as stepStoriesParsing } from './steps/parsing/parsing.stories.server.ts';
import { stories as stepStoriesPayment } from './steps/payment/payment.stories.server.ts';
import { stories as stepStoriesPaymentUpgrade } from './steps/payment-upgrade/payment-upgrade.stories.server.ts';
import { stories as stepStoriesPaymentUpsell } from './steps/payment-upsell/payment-upsell.stories.server.ts';
import { stories as stepStoriesPaymentVerification } from './steps/payment-verification/payment-verification.stories.server.ts';
import { stories as stepStoriesPhoneVerification } from './steps/phone-verification/phone-verification.stories.server.ts';
import { stories as stepStoriesPresentation } from './steps/presentation/presentation.stories.server.ts';
import { stories as stepStoriesRecovery } from './steps/recovery/recovery.stories.server.ts';
import { stories as stepStoriesRenew } from './steps/renew/renew.stories.server.ts';
import { stories as stepStoriesSelectSchool } from './steps/select-school/select-school.stories.server.ts';
import { stories as stepStoriesSelectTestLocation } from './steps/select-test-location/select-test-location.stories.server.ts';
import { stories as stepStoriesSubscriptionWelcome } from './steps/subscription-welcome/subscription-welcome.stories.server.ts';
import { stories as stepStoriesSuccess } from './steps/success/success.stories.server.ts';
import { stories as stepStoriesSuccessInvoice } from './steps/success-invoice/success-invoice.stories.server.ts';
import { stories as stepStoriesSuccessUpsell } from './steps/success-upsell/success-upsell.stories.server.ts';
import { stories as stepStoriesUpsellPayment } from './steps/upsell-payment/upsell-payment.stories.server.ts';
import { stories as stepStoriesUpsellPresentation } from './steps/upsell-presentation/upsell-presentation.stories.server.ts';
import { stories as stepStoriesVideo } from './steps/video/video.stories.server.ts';
import { stories as stepStoriesVideoUpsell } from './steps/video-upsell/video-upsell.stories.server.ts';
import { stories as pageStoriesAccess } from './pages/access/access.stories.server.ts';
import { stories as pageStoriesAccountLink } from './account/pages/account-link/account-link.stories.server.ts';
import { stories as pageStoriesBillingAddress } from './account/pages/billing-address/billing-address.stories.server.ts';
import { stories as pageStoriesChallengeReturn } from './pages/challenge-return/challenge-return.stories.server.ts';
import { stories as pageStoriesCollect } from './pages/collect/collect.stories.server.ts';
import { stories as pageStoriesConsent } from './pages/consent/consent.stories.server.ts';
import { stories as pageStoriesContract } from './pages/contract/contract.stories.server.ts';
import { stories as pageStoriesCookiesDisabled } from './pages/cookies-disabled/cookies-disabled.stories.server.ts';
import { stories as pageStoriesCoolingOff } from './pages/cooling-off/cooling-off.stories.server.ts';
import { stories as pageStoriesDataErasure } from './account/pages/data-erasure/data-erasure.stories.server.ts';
import { stories as pageStoriesGallery } from './pages/gallery/gallery.stories.server.ts';
import { stories as pageStoriesGenericError } from './pages/generic-error/generic-error.stories.server.ts';
import { stories as pageStoriesLinkExpired } from './pages/link-expired/link-expired.stories.server.ts';
import { stories as pageStoriesNotFound } from './pages/not-found/not-found.stories.server.ts';
import { stories as pageStoriesOrderPending } from './pages/order-pending/order-pending.stories.server.ts';
import { stories as pageStoriesOtherDevice } from './pages/other-device/other-device.stories.server.ts';
import { stories as pageStoriesPersonalData } from './account/pages/personal-data/personal-data.stories.server.ts';
import { stories as pageStoriesPersonalOffer } from './pages/personal-offer/personal-offer.stories.server.ts';
import { stories as pageStoriesProviderReturn } from './pages/provider-return/provider-return.stories.server.ts';
import { stories as pageStoriesPurchases } from './account/pages/purchases/purchases.stories.server.ts';
import { stories as pageStoriesSamples } from './pages/samples/samples.stories.server.ts';
import { stories as pageStoriesShortLink } from './pages/short-link/short-link.stories.server.ts';
import { stories as pageStoriesSoldOut } from './pages/sold-out/sold-out.stories.server.ts';
import { stories as pageStoriesStaging } from './pages/staging/staging.stories.server.ts';
import { stories as pageStoriesStart } from './pages/start/start.stories.server.ts';
import { stories as pageStoriesStopReminders } from './pages/stop-reminders/stop-reminders.stories.server.ts';
import { stories as pageStoriesSubscriptionCard } from './account/pages/subscription-card/subscription-card.stories.server.ts';
import { stories as pageStoriesTemporarilyUnavailable } from './pages/temporarily-unavailable/temporarily-unavailable.stories.server.ts';
import { stories as pageStoriesUpsellOffer } from './pages/upsell-offer/upsell-offer.stories.server.ts';
import { stories as pageStoriesWaiting } from './pages/waiting/waiting.stories.server.ts';

export const stepStories = {
  'custom-offer': stepStoriesCustomOffer,
  'invoice-payment': stepStoriesInvoicePayment,
  lead: stepStoriesLead,
  'livelo-code': stepStoriesLiveloCode,
  'livelo-cpf': stepStoriesLiveloCpf,
  'livelo-error': stepStoriesLiveloError,
  'livelo-payment': stepStoriesLiveloPayment,
  'livelo-payment-method': stepStoriesLiveloPaymentMethod,
  'livelo-select-device': stepStoriesLiveloSelectDevice,
  md: stepStoriesMd,
  'multiprofile-presentation': stepStoriesMultiprofilePresentation,
  'multiprofile-upsell-presentation': stepStoriesMultiprofileUpsellPresentation,
  'order-bump-presentation': stepStoriesOrderBumpPresentation,
  parsing: stepStoriesParsing,
  payment: stepStoriesPayment,
  'payment-upgrade': stepStoriesPaymentUpgrade,
  'payment-upsell': stepStoriesPaymentUpsell,
  'payment-verification': stepStoriesPaymentVerification,
  'phone-verification': stepStoriesPhoneVerification,
  presentation: stepStoriesPresentation,
  recovery: stepStoriesRecovery,
  renew: stepStoriesRenew,
  'select-school': stepStoriesSelectSchool,
  'select-test-location': stepStoriesSelectTestLocation,
  'subscription-welcome': stepStoriesSubscriptionWelcome,
  success: stepStoriesSuccess,
  'success-invoice': stepStoriesSuccessInvoice,
  'success-upsell': stepStoriesSuccessUpsell,
  'upsell-payment': stepStoriesUpsellPayment,
  'upsell-presentation': stepStoriesUpsellPresentation,
  video: stepStoriesVideo,
  'video-upsell': stepStoriesVideoUpsell,
};

export const pageStories = {
  access: pageStoriesAccess,
  'account-link': pageStoriesAccountLink,
  'billing-address': pageStoriesBillingAddress,
  'challenge-return': pageStoriesChallengeReturn,
  collect: pageStoriesCollect,
  consent: pageStoriesConsent,
  contract: pageStoriesContract,
  'cookies-disabled': pageStoriesCookiesDisabled,
  'cooling-off': pageStoriesCoolingOff,
  'data-erasure': pageStoriesDataErasure,
  gallery: pageStoriesGallery,
  'generic-error': pageStoriesGenericError,
  'link-expired': pageStoriesLinkExpired,
  'not-found': pageStoriesNotFound,
  'order-pending': pageStoriesOrderPending,
  'other-device': pageStoriesOtherDevice,
  'personal-data': pageStoriesPersonalData,
  'personal-offer': pageStoriesPersonalOffer,
  'provider-return': pageStoriesProviderReturn,
  purchases: pageStoriesPurchases,
  samples: pageStoriesSamples,
  'short-link': pageStoriesShortLink,
  'sold-out': pageStoriesSoldOut,
  staging: pageStoriesStaging,
  start: pageStoriesStart,
  'stop-reminders': pageStoriesStopReminders,
  'subscription-card': pageStoriesSubscriptionCard,
  'temporarily-unavailable': pageStoriesTemporarilyUnavailable,
  'upsell-offer': pageStoriesUpsellOffer,
  waiting: pageStoriesWaiting,
};
