// Printed by npm run generate; never edited.
export {};
