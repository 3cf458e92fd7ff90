/** Data: for so many days after the order a buyer may pay at their unit; the claim ends with the last of them. */
export const collectionWindowDays = 5;
