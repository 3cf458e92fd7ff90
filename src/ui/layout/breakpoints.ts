/** Screen widths at which layouts may change, in CSS pixels (specification, section 9). */
export const breakpoints: readonly number[] = [0, 375, 420, 426, 576, 768, 1024, 1200, 1400];
