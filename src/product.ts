/** The product's name and addresses: the one file to change for another edition. */
export const PRODUCT_NAME = "Tidemark";
export const CONTACT_EMAIL = "hello@tidemark.example";
export const SURVEY_URL = "https://survey.tidemark.example/two-minutes";
